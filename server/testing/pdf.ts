/** PDFs for tests, written by hand so that each says exactly what it holds. */

type Wanted = {
  readonly pages?: number;
  readonly isEmpty?: boolean;
  /** Goes into the catalog. */
  readonly extra?: string;
  /** On each page, beside its number. */
  readonly text?: string;
};

/** With a line on each page unless it is to be empty. */
export function aPdf({ pages = 1, isEmpty = false, extra = "", text: line = "Paid" }: Wanted = {}): Buffer {
  const content = isEmpty ? "" : `BT /F1 12 Tf 10 10 Td (${line}) Tj ET`;
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...Array.from(
      { length: pages },
      () =>
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
    ),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
