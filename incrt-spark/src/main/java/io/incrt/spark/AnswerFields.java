package io.incrt.spark;

import java.util.List;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What an answer consists of, in its order, and the column that each part goes to. */
enum AnswerFields {
  PREDICTION(DataTypes.DoubleType),
  LABEL(DataTypes.StringType),
  PROBABILITY(SQLDataTypes.VectorType()),
  KNOWN(DataTypes.DoubleType),
  WARNING(DataTypes.StringType),
  ERROR(DataTypes.StringType),
  TOP(
      DataTypes.createArrayType(
          new StructType()
              .add("label", DataTypes.StringType, false)
              .add("probability", DataTypes.DoubleType, false),
          false));

  @SuppressWarnings("ImmutableEnumChecker") // Spark's types never change
  private final DataType type;

  AnswerFields(DataType type) {
    this.type = type;
  }

  private Param<String> param(AnswerColumns columns) {
    return switch (this) {
      case PREDICTION -> columns.predictionCol();
      case LABEL -> columns.predictedLabelCol();
      case PROBABILITY -> columns.probabilityCol();
      case KNOWN -> columns.knownCol();
      case WARNING -> columns.warningCol();
      case ERROR -> columns.errorCol();
      case TOP -> columns.topCol();
    };
  }

  String paramName(AnswerColumns columns) {
    return param(columns).name();
  }

  /** The name of its column; empty where it is not asked for. */
  String column(AnswerColumns columns) {
    return columns.value(param(columns));
  }

  /** Its column; that of the prediction names the classes, as Spark's own models do. */
  StructField field(String column, List<String> labels) {
    Metadata metadata = Metadata.empty();
    if (this == PREDICTION && !labels.isEmpty()) {
      metadata =
          NominalAttribute.defaultAttr()
              .withName(column)
              .withValues(labels.toArray(String[]::new))
              .toMetadata();
    }
    return new StructField(column, type, true, metadata);
  }

  /** All of them, in one column. */
  static StructType struct() {
    StructType struct = new StructType();
    for (AnswerFields one : values()) {
      struct = struct.add(one.name(), one.type, true);
    }
    return struct;
  }
}
