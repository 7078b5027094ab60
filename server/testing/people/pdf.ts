/** PDFs for tests, written by hand so that each says exactly what it holds. */
import { constants, deflateRawSync, deflateSync } from "node:zlib";

type Wanted = {
  readonly pages?: number;
  readonly isEmpty?: boolean;
  /** Goes into the catalog. */
  readonly extra?: string;
  /** On each page, beside its number. */
  readonly text?: string;
  /** Of each page, in the place of its line. */
  readonly content?: string;
};

/** With a line on each page unless it is to be empty. */
export function aPdf({
  pages = 1,
  isEmpty = false,
  extra = "",
  text: line = "Paid",
  content: own,
}: Wanted = {}): Buffer {
  const content = own ?? (isEmpty ? "" : `BT /F1 12 Tf 10 10 Td (${line}) Tj ET`);
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

/** The same document with its catalog, and whatever else, packed into an object stream as writers of PDF 1.5 do. */
export function packedPdf({
  catalog = "",
  filter = "/FlateDecode",
  pack = (body: Buffer) => deflateSync(body),
  type = "/Type /ObjStm",
}: {
  catalog?: string;
  filter?: string;
  pack?: (body: Buffer) => Buffer;
  type?: string;
} = {}): Buffer {
  const content = "BT /F1 12 Tf 10 10 Td (Paid) Tj ET";
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
  ];
  const numbers = [1, 2, 4];
  let offset = 0;
  const places = objects.map((object, index) => {
    const place = `${numbers[index]} ${offset}`;
    offset += object.length + 1;
    return place;
  });
  const head = `${places.join(" ")} `;
  const body = pack(Buffer.from(`${head}${objects.join(" ")}`, "latin1"));
  const parts: Buffer[] = [Buffer.from("%PDF-1.5\n", "latin1")];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  const streamAt = (number: number, dictionary: string, data: Buffer) => {
    const at = size();
    parts.push(Buffer.from(`${number} 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`, "latin1"), data);
    parts.push(Buffer.from("\nendstream\nendobj\n", "latin1"));
    return at;
  };
  const contentAt = streamAt(3, "", Buffer.from(content, "latin1"));
  const packedAt = streamAt(5, `${type} /N 3 /First ${head.length} ${filter ? `/Filter ${filter}` : ""}`, body);
  const indexAt = size();
  const entry = (kind: number, second: number, third: number) => [kind, second >> 8, second & 255, third];
  const index = Buffer.from([
    ...entry(0, 0, 255),
    ...[entry(2, 5, 0), entry(2, 5, 1), entry(1, contentAt, 0), entry(2, 5, 2)].flat(),
    ...[entry(1, packedAt, 0), entry(1, indexAt, 0)].flat(),
  ]);
  streamAt(6, "/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R", index);
  parts.push(Buffer.from(`startxref\n${indexAt}\n%%EOF\n`, "latin1"));
  return Buffer.concat(parts);
}

/** An object stream that unpacks to so many megabytes; a thousandth of that is its size. */
export function bombPdf(megabytes: number): Buffer {
  const flushed = { finishFlush: constants.Z_FULL_FLUSH };
  const megabyte = deflateRawSync(Buffer.alloc(2 ** 20, "/A "), flushed);
  const pack = (body: Buffer) =>
    Buffer.concat([
      Buffer.from([0x78, 0x9c]),
      deflateRawSync(body, flushed),
      ...new Array<Buffer>(megabytes).fill(megabyte),
      Buffer.from([3, 0]),
    ]);
  return packedPdf({ pack });
}

/** One page with so many lines that readers take their time; a hundred thousand are about a second. */
export const slowPdf = (lines: number): Buffer => aPdf({ content: "0 0 m 9 9 l S q 1 0 0 1 0 0 cm Q\n".repeat(lines) });
