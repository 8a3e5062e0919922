package io.incrt.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.growth.SettledCertificate;
import io.incrt.geometry.prediction.HeadCountPrediction;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Why the architecture stopped changing, or that it had not: certificate.json.
 *
 * @param parts what each part of the model is worth; empty where nothing was judged
 * @param tried what was tried and not kept
 * @param judges the records that said so; null where nothing was judged
 * @param settled whether it was settled
 * @param step the step of the last check
 * @param floor the linear model on n-grams beside the model; null where there is none
 * @param layers what that check measured in every layer; empty where nothing grows
 */
public record Certificate(
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Part> parts,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Tried> tried,
    @JsonInclude(JsonInclude.Include.NON_NULL) Judges judges,
    boolean settled,
    long step,
    @JsonInclude(JsonInclude.Include.NON_NULL) Floor floor,
    List<Layer> layers) {

  /** Before anything was measured, and for networks of fixed size. */
  public static final Certificate NONE =
      new Certificate(List.of(), List.of(), null, false, 0, null, List.of());

  /** Copies the list. */
  public Certificate {
    parts = parts == null ? List.of() : List.copyOf(parts);
    tried = tried == null ? List.of() : List.copyOf(tried);
    layers = layers == null ? List.of() : List.copyOf(layers);
  }

  /** Of an architecture that the Homeostat describes in full. */
  public static Certificate of(SettledCertificate described) {
    return new Certificate(
        List.of(),
        List.of(),
        null,
        described.settled(),
        described.step(),
        null,
        described.layers().stream().map(Layer::of).toList());
  }

  /** Of a check that did not settle the architecture. */
  public static Certificate unsettled(long step, List<LayerMeasurement> check) {
    return new Certificate(
        List.of(), List.of(), null, false, step, null, check.stream().map(Layer::of).toList());
  }

  /** The same with the linear model beside it. */
  public Certificate with(Floor beside) {
    return new Certificate(parts, tried, judges, settled, step, beside, layers);
  }

  /** The same with what the judges say of the parts. */
  public Certificate with(Judges by, List<Part> judged, List<Tried> removed) {
    return new Certificate(judged, removed, by, settled, step, floor, layers);
  }

  /**
   * Records that no gradient saw.
   *
   * @param deciding how many decided which parts are kept
   * @param certifying how many said in the end what each part is worth; the step was chosen by them
   * @param apart whether these are others than those; of few records they are the same
   */
  public record Judges(int deciding, int certifying, boolean apart) {

    /** In a sentence, for people. */
    public String words() {
      return apart
          ? String.format(
              Locale.ROOT,
              "%d records decided what is kept; the worths are measured on %d others, by which the"
                  + " step was chosen",
              deciding,
              certifying)
          : String.format(
              Locale.ROOT,
              "%d of the %d records that chose the step also decided what is kept: they are too few to"
                  + " be divided",
              deciding,
              certifying);
    }
  }

  /**
   * A part of the model.
   *
   * @param kind what it is, as {@code head} or {@code convolution}
   * @param id its number among those of its kind
   * @param layer the layer of a head; null for others
   * @param description for people
   * @param bornAtStep the step it was born at
   * @param worth how much the loss of the judges rises without it, in nats
   * @param worthInterval two standard errors to either side of it
   * @param accuracy how much of their accuracy is lost without it; null where answers are no
   *     classes
   * @param accuracyInterval two standard errors to either side of it
   * @param parameters the trained values it has
   */
  public record Part(
      String kind,
      int id,
      @JsonInclude(JsonInclude.Include.NON_NULL) Integer layer,
      String description,
      long bornAtStep,
      double worth,
      List<Double> worthInterval,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double accuracy,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Double> accuracyInterval,
      long parameters) {
    /** Copies the lists. */
    public Part {
      worthInterval = List.copyOf(worthInterval);
      accuracyInterval = accuracyInterval == null ? null : List.copyOf(accuracyInterval);
    }
  }

  /**
   * A part that was removed.
   *
   * @param kind what it was
   * @param id its number among those of its kind
   * @param layer the layer of a head; null for others
   * @param bornAtStep the step it was born at
   * @param removedAtStep the step it was removed at
   * @param worth how much the loss of the judges rose without it then, in nats
   */
  public record Tried(
      String kind,
      int id,
      @JsonInclude(JsonInclude.Include.NON_NULL) Integer layer,
      long bornAtStep,
      long removedAtStep,
      double worth) {}

  /**
   * The linear model on n-grams beside the model, on the same records.
   *
   * @param score its accuracy
   * @param network the model's accuracy
   * @param pValue McNemar's: how often such a difference would come by chance
   * @param judges on which records: {@code test} or {@code valid}
   * @param description which n-grams, and how it was fitted
   */
  public record Floor(
      double score, double network, double pValue, String judges, String description) {

    private static final double CHANCE = 0.05;

    /** In a sentence, for people. */
    public String words() {
      String chance = pValue < 0.001 ? "p < 0.001" : String.format(Locale.ROOT, "p = %.3f", pValue);
      String verdict;
      if (score == network) {
        verdict = "no difference";
      } else if (pValue >= CHANCE) {
        verdict = "the difference may be chance";
      } else {
        verdict = isBetter() ? "the linear model is better" : "this model is better";
      }
      return String.format(
          Locale.ROOT,
          "accuracy %.4f, this model's %.4f on the same %s records: %s (McNemar, %s)",
          score,
          network,
          judges.equals("test") ? "test" : "validation",
          verdict,
          chance);
    }

    /** Whether it is better than the model, more than chance explains. */
    @JsonIgnore
    public boolean isBetter() {
      return score > network && pValue < CHANCE;
    }
  }

  /** The entry of a layer. */
  public Optional<Layer> layer(int id) {
    return layers.stream().filter(entry -> entry.layer() == id).findFirst();
  }

  /**
   * One layer.
   *
   * @param layer its number
   * @param residualEnergy Γ_res
   * @param threshold θ_w
   * @param orthogonalityError max |QᵀQ − I|
   * @param headEnergies Γ_h of every head that owns directions
   * @param pruneThreshold φ_g
   * @param heads predicted and observed; null where the architecture was not described in full
   */
  public record Layer(
      int layer,
      double residualEnergy,
      double threshold,
      double orthogonalityError,
      Map<Integer, Double> headEnergies,
      double pruneThreshold,
      @JsonInclude(JsonInclude.Include.NON_NULL) Heads heads) {

    private static Layer of(LayerMeasurement check) {
      return new Layer(
          check.layer(),
          check.residualEnergy(),
          check.threshold(),
          check.orthogonalityError(),
          check.headEnergies(),
          check.pruneThreshold(),
          null);
    }

    private static Layer of(SettledCertificate.Layer layer) {
      return new Layer(
          layer.layer(),
          layer.residualEnergy(),
          layer.threshold(),
          layer.orthogonalityError(),
          layer.headEnergies(),
          layer.pruneThreshold(),
          new Heads(
              layer.activeHeads(),
              layer.bornHeads(),
              layer.initial().paper(),
              layer.current().bound(),
              count(layer.current()),
              count(layer.initial())));
    }

    private static Integer count(HeadCountPrediction prediction) {
      return prediction.spectral().isPresent() ? prediction.spectral().getAsInt() : null;
    }

    /** The least Γ_h, or infinity where no head owns a direction. */
    public double weakestHead() {
      return headEnergies.values().stream()
          .mapToDouble(Double::doubleValue)
          .min()
          .orElse(Double.POSITIVE_INFINITY);
    }
  }

  /**
   * Heads, predicted and observed; the predictions count born heads, not the seed head.
   *
   * @param observed all heads
   * @param born those that were born by a decision
   * @param predictedByPaper the paper's formula on the first operator
   * @param bound the proven bound on the last one
   * @param spectral the exact count on the last one; null where it cannot be counted
   * @param spectralAtStart the same on the first one
   */
  public record Heads(
      int observed,
      int born,
      double predictedByPaper,
      double bound,
      Integer spectral,
      Integer spectralAtStart) {}
}
