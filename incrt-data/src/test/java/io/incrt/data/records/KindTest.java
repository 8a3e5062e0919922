package io.incrt.data.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Small sets of records, made up, with the kind that a person would say they are. */
class KindTest {

  private static final String SPIKE = "MFVFLVLLPLVSSQCVNLTTRTQLPPAYTNSFTRGVYYPDKVFRSSVLHS";
  private static final String HEMOGLOBIN = "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLS";
  private static final String INSULIN = "MALWMRLLPLLALLALWGPDPAAAFVNQHLCGSHLVEALYLVCGERGFFY";
  private static final String UBIQUITIN = "MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQL";
  private static final String GENE = "ATGTTTGTTTTTCTTGTTTTATTGCCACTAGTCTCTAGTCAGTGTGTTAATC";
  private static final String OTHER_GENE = "ATGGTGCTGTCTCCTGCCGACAAGACCAACGTCAAGGCCGCCTGGGGTAAGG";

  private static Stream<Arguments> dna() {
    return Stream.of(
        set("genes", GENE, OTHER_GENE),
        set("lower case", "atgtttgttt", "ggcatcagat"),
        set("soft masking in lower case", "ATGTTTgtttttcttGTTTTA", "acgtacgtACGTTTGAC"),
        set("primers", "GTGCCAGCMGCCGCGGTAA", "GGACTACHVGGGTWTCTAAT", "AGAGTTTGATCMTGGCTCAG"),
        set("barcodes of six letters", "ACGTTG", "TTGACA", "GGATCC", "AACCTG"),
        set("barcodes of six letters in lower case", "acgttg", "ttgaca", "ggatcc"),
        set("codons in upper case", "ATG", "GCC", "TAA", "CGT"),
        set("many N", "ACGTNNNNNNNNNNNNNNNNACGT", "NNNNNNNNNNNNACGGT"),
        set("some records of N alone", GENE, OTHER_GENE, "NNNNNNNNNNNN", "NNNNNNNN", GENE),
        set("gaps of an alignment", "ACGT--ACG-T---", "ACGTTTACGAT-CC", "---TTTACGAT-CC"),
        set("blocks of ten as databases print them", "acgtacgtac ttgacattga cc", "ggatcctagg a"),
        set("wrapped lines", "ACGTACGTACGTACG\nTTGACATTGACATTG\nCC", "GGATCCTAGGATCC\nACG"),
        set("blanks around", " ACGTACGT ", "\tGGATCCAA"),
        set("a comment among genes", GENE, OTHER_GENE, GENE, "see the notes of last week", GENE),
        set(
            "a long comment among short ones",
            "ACGTTGCA",
            "TTGACACC",
            "GGATCCAA",
            "ok ".repeat(99)),
        set("one protein among genes", GENE, OTHER_GENE, GENE, OTHER_GENE, SPIKE),
        set("a base missing", "AAGGAAGGCC", "GGCCAAGGAA"),
        set("one record with U among many with T", GENE, OTHER_GENE, GENE, "ACGUUUGA"),
        set("a single record", GENE));
  }

  private static Stream<Arguments> rna() {
    return Stream.of(
        set("messengers", "AUGUUUGUUUUUCUUGUU", "AUGGUGCUGUCUCCUGCC"),
        set("lower case", "augcuuugacu", "uuugacgcuaug"),
        set("a few records with T", "AUGUUUGUUUUUCUUGUU", "AUGGUGCUGUC", "UUGACU", "ACGTACG"),
        set("both T and U, mostly U", "AUGUUUGUTUUUCUUGUU", "AUGGUGCUGTCUCCUGCC"),
        set("micro RNA of which one has no U", "UGAGGUAGUAGGUUGUAUAGUU", "ACGGACGGCACC"));
  }

  private static Stream<Arguments> proteins() {
    return Stream.of(
        set("whole proteins", SPIKE, HEMOGLOBIN, INSULIN),
        set("one short protein among long ones", SPIKE, HEMOGLOBIN, INSULIN, UBIQUITIN, "MKV"),
        set("one of three cut short", SPIKE, HEMOGLOBIN, "MKVLA"),
        set("one gene among proteins", SPIKE, HEMOGLOBIN, INSULIN, GENE),
        set("as many genes as proteins", SPIKE, HEMOGLOBIN, GENE, OTHER_GENE),
        set("a protein of base letters", SPIKE, INSULIN, UBIQUITIN, "GATTGACAGGCTAGTCAGTCATCG"),
        set("a text among proteins", SPIKE, HEMOGLOBIN, INSULIN, UBIQUITIN, "no sequence known"),
        set("peptides", "SIINFEKL", "GILGFVFTL", "NLVPMVATV", "ELAGIGILTV", "KVAELVHFL"),
        set("peptides in lower case", "siinfekl", "gilgfvftl", "nlvpmvatv", "elagigiltv"),
        set("peptides with selenocysteine", "GCUGKVPQD", "SGUVKLVEF", "VTGUGKFLL"),
        set("short motifs", "KLVFF", "GGVVIA", "LVFFAE", "KLVFFAE"),
        set("antimicrobial peptides", "GIGKFLHSAKKFGKAFVGEIMNS", "KWKLFKKIEKVGQNIRDGIIK"),
        set("lower case", SPIKE.toLowerCase(Locale.ROOT), "mvlspadktnvkaawgkvgahag"),
        set("masked in lower case", "MFVFLVLLPLvssqcvnlttrtQLPPAYTN", "MVLSPADKTNVkaawgkvGAHAG"),
        set("stops and gaps", "MFVFLV--LLPLVSSQCVNLTT*", "MKKLLPTA---AAGLLLLAAQPAMA*"),
        set("X, B, Z, U and O", SPIKE + "XXXXX", "MKKLBZTAAAGULLLAAQPOMAKKLV", INSULIN + "X"),
        set("blocks of ten", "MFVFLVLLPL VSSQCVNLTT RTQLP", "MVLSPADKTN VKAAWGKVGA HA"),
        set("long and short in equal parts", SPIKE, HEMOGLOBIN, "SIINFEKLGV", "GILGFVFTL"),
        set("one empty record", SPIKE, HEMOGLOBIN, INSULIN, "-"));
  }

  private static Stream<Arguments> texts() {
    return Stream.of(
        set("sentences", "a fine film", "not worth the time", "what a mess"),
        set("words of base letters", "cat", "tag", "act gag", "tact"),
        set("words of base letters, capitalised", "Cat", "Tag", "Act", "Gag"),
        set("single words", "good", "bad", "wonderful", "terrible", "boring", "excellent"),
        set("upper-case words", "JOURNEY", "SUNDAY", "MONEY", "OUTBOUND", "HOUSE", "ROBUST"),
        set(
            "upper-case words without O and U",
            "GARDEN",
            "TRAINER",
            "CHERRIES",
            "PLANET",
            "STREET"),
        set("upper-case verbs", "EVALUATE", "REPLACE", "DELIVER", "PACKAGE", "REFUND", "CANCEL"),
        set("capitalised names", "Kevin", "Lilly", "Phyllis", "Frank", "Vivek", "Gavin"),
        set("upper-case sentences", "THE GAME WAS LOST", "GREAT SERVICE AND STAFF", "NEVER AGAIN"),
        set("long German words", "Donaudampfschiff", "Kraftfahrzeug", "Versicherung", "Handschuh"),
        set("German", "das ist schön", "über den Wolken", "gar nicht übel"),
        set("umlauts in single words", "schön", "übel", "größe"),
        set("Chinese", "这部电影很好看", "太糟糕了", "我喜欢"),
        set("emojis", "😀😀", "😡", "❤️"),
        set("SMILES", "CC(=O)OC1=CC=CC=C1C(=O)O", "CN1C=NC2=C1C(=O)N(C)C(=O)N2C", "CCO", "C#N"),
        set("simple SMILES", "CCO", "CCN", "CCC", "CCCO", "CCF"),
        set("numbers", "12", "3.5", "-7", "1e-4"),
        set("product codes", "AB-1234", "XK-99", "ZZ-7781"),
        set("codes of letters", "KXJQ", "ABZU", "QOJX", "WUBZ"),
        set("long random letters", "QJXKZUOBWVJUZQOBJUXZKQ", "ZUBOJQXWZUOBKJZQUOBXJW"),
        set("hex strings", "deadbeef01", "3fa9c0de77", "00facade12", "abcdef9"),
        set("amino acids in three letters", "Met Ala Gly Lys", "Val Leu Ser Pro Ala"),
        set("the same without blanks", "MetAlaGlyLysValLeuSerPro", "ValLeuSerProAlaAspLysThr"),
        set("the same with dashes", "Met-Ala-Gly-Lys-Val-Leu-Ser", "Val-Leu-Ser-Pro-Ala-Asp"),
        set("RNA structures", "((((...))))", "..(((....)))..", "......"),
        set("k-mers", "ACG CGT GTA TAC", "TTG TGA GAC", "GGA GAT ATC"),
        set("6-mers", "ACGTAC CGTACG GTACGT", "TTGACA TGACAT GACATT"),
        set("one-letter records", "A", "C", "G", "T"),
        set("grades", "A", "B", "C", "D", "F"),
        set("yes and no", "Y", "N", "Y", "N"),
        set("addresses", "https://example.org/a", "www.example.com", "http://x.io"),
        set("mail", "a@b.org", "kim@example.com"),
        set("identifiers", "snake_case_name", "other_name", "get_value"),
        set("camel case", "getKindOfRecordsByLetters", "readAllLinesOfTheFile", "toString"),
        set("marks alone", "???", "!", "..."),
        set("gaps alone", "-", "--", "*"),
        set("a gene among texts", "a fine film", "not worth the time", "what a mess", GENE),
        set("half genes, half texts", GENE, OTHER_GENE, "a fine film", "what a mess"),
        set("one giant gene among words", GENE.repeat(100), "good", "bad", "boring", "great"),
        set("one giant protein among words", SPIKE.repeat(99), "good", "bad", "boring", "great"),
        set("no records"));
  }

  private static Arguments set(String name, String... sequences) {
    return Arguments.of(name, List.of(sequences));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dna")
  void dnaIsFound(String name, List<String> sequences) {
    assertKind(Kind.DNA, name, sequences);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rna")
  void rnaIsFound(String name, List<String> sequences) {
    assertKind(Kind.RNA, name, sequences);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("proteins")
  void proteinsAreFound(String name, List<String> sequences) {
    assertKind(Kind.PROTEIN, name, sequences);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  void textsAreFound(String name, List<String> sequences) {
    assertKind(Kind.TEXT, name, sequences);
  }

  /** The order of records must not matter, nor how many times they all occur. */
  private static void assertKind(Kind expected, String name, List<String> sequences) {
    assertEquals(expected, find(sequences).kind(), name + ": " + find(sequences));
    List<String> turned = new ArrayList<>(sequences);
    Collections.reverse(turned);
    assertEquals(expected, find(turned).kind(), name);
    turned.addAll(sequences);
    assertEquals(expected, find(turned).kind(), name);
  }

  @Test
  void oddRecordsAreCountedAndTheFirstNamed() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      String sequence = i % 9 == 0 ? "MKV" : i == 20 ? GENE : i == 30 ? "not known" : SPIKE;
      records.add(new LabelledSequence("f.tsv:" + i, sequence, "x", "", "f.tsv:" + i));
    }
    Kind.Finding finding = Kind.of(records);
    assertEquals(Kind.PROTEIN, finding.kind());
    assertEquals(6, finding.odd().count());
    assertEquals(
        "6 of 40 records do not look like proteins, the first: f.tsv:9 (a few letters only),"
            + " f.tsv:18 (a few letters only), f.tsv:20 (bases of DNA)",
        finding.remark());
    assertEquals("35 of 40 records are one piece of 20 letters or more", finding.reason());
  }

  @Test
  void peptidesAmongPeptidesAreNotOdd() {
    assertEquals("", find(List.of("SIINFEKL", "GILGFVFTL", "NLVPMVATV")).remark());
  }

  @Test
  void uAmongTIsOdd() {
    assertEquals(
        "1 of 4 records does not look like DNA, the first: record 3 (bases of RNA)",
        find(List.of(GENE, GENE, GENE, "ACGUUU")).remark());
  }

  @Test
  void aGeneAmongTextsIsOdd() {
    String remark = find(List.of("a fine film", "what a mess", "it is fine", GENE)).remark();
    assertTrue(remark.startsWith("1 of 4 records does not look like text"), remark);
  }

  private static Kind.Finding find(List<String> sequences) {
    List<LabelledSequence> records = new ArrayList<>();
    for (String sequence : sequences) {
      records.add(new LabelledSequence(String.valueOf(records.size()), sequence, "x"));
    }
    return Kind.of(records);
  }
}
