// Guards: a PDF that acts, opens what is no web page, or carries files is found, however it spells or packs it, and a plain one is let through.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aPdf, packedPdf } from "../../../testing/people/pdf.ts";
import { isActive, isLocked } from "./active.ts";
import { packedObjects, plainObjects } from "./objects.ts";
import { FileRefused } from "../tasks.ts";

function judged(bytes: Buffer): string {
  try {
    const plain = plainObjects(bytes);
    if (isLocked(plain)) return "locked";
    return isActive([...plain, ...packedObjects(plain, bytes)]) ? "active" : "plain";
  } catch (error) {
    if (error instanceof FileRefused)
      return error.answer.refused === "upload.active_pdf" ? "active" : String(error.answer.refused);
    throw error;
  }
}

/** Goes into a catalog, whole or packed. */
const ACTIVE = [
  "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>",
  "/OpenAction << /S /J#61vaScript /J#53 (app.alert(1)) >>",
  "/OpenAction << /S /J#61#76aScript >>",
  "/AA << /WC << /S /Named /N /Print >> >>",
  "/OpenAction << /S /Launch /F (calc.exe) >>",
  "/OpenAction << /S /L#61unch /F (calc.exe) >>",
  "/OpenAction << /S /URI /URI (https://away.example) >>",
  "/Open#41ction << /S /URI /URI (https://away.example) >>",
  "/OpenAction << /S /Named /N /Print >>",
  "/OpenAction 99 0 R",
  "/OpenAction << /S /GoTo /D [4 0 R /Fit] >> /OpenAction << /S /URI /URI (https://away.example) >>",
  "/A << /S /URI /URI (file:///etc/passwd) >>",
  "/A << /S /URI /URI (javascript:alert\\(1\\)) >>",
  "/A << /S /URI /URI (java\\\nscript:alert) >>",
  "/A << /S /URI /URI (\\152avascript:alert) >>",
  "/A << /S /URI /URI ( JaVaScRiPt:alert) >>",
  "/A << /S /URI /URI <66696C653A2F2F2F> >>",
  "/A << /S /URI /URI <FEFF00660069006C0065003A> >>",
  "/A << /S /URI /URI (data:text/html,x) >>",
  "/A << /S /URI /URI (\\\\\\\\host\\\\share) >>",
  "/A << /S /URI /URI (//host/share) >>",
  "/A << /S /URI /URI (C:\\\\a.exe) >>",
  "/A << /S /URI /URI (https://fine.example) /URI (file:///) >>",
  "/URI << /Base (file:///) >>",
  "/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>",
  "/A << /S /GoToE /T << /R /C >> >>",
  "/A << /S /Thread /F (other.pdf) >>",
  "/A << /S /SubmitForm /F (https://away.example) >>",
  "/A << /S /ImportData /F (a.fdf) >>",
  "/A << /S /GoTo /D [4 0 R /Fit] /Next << /S /Launch /F (a) >> >>",
  "/A << /S /Named /N /SaveAs >>",
  "/AcroForm << /XFA (x) >>",
  "/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >>",
  "/Names << /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) /EF << /F 3 0 R >> >>] >> >>",
  "/Unused [[<< /Subtype /FileAttachment >>]]",
  "/Unused << /Subtype /RichMedia >>",
  "/X << /Subtype /Form /Ref << /F (outside.pdf) /Page 0 >> >>",
  "/X << /Subtype /Form /Ref << /F << /FS /URL /F (https://away.example/x.pdf) >> /Page 0 >> >>",
  "/X << /Subtype /Form /Ref << /F << /Type /Filespec /UF (x) >> >> >>",
  "/X << /OPI << /1.3 << /F (a.tif) >> >> >>",
  "/Collection << /View /T >>",
  "% a remark\n/AA <<>>",
];
const PLAIN = [
  "/OpenAction [4 0 R /Fit]",
  "/OpenAction << /S /GoTo /D [4 0 R /XYZ null null 0] >>",
  "/OpenAction null",
  "/A << /S /URI /URI (https://bank.example/receipt?id=1) >>",
  "/A << /S /URI /URI (HTTP://bank.example:8080/) >>",
  "/A << /S /URI /URI (www.bank.example) >>",
  "/A << /S /URI /URI (mailto:help@bank.example) >>",
  "/A << /S /URI /URI (tel:+441234) >>",
  "/A << /S /Named /N /NextPage >>",
  "/Annots [<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Dest [4 0 R /Fit] >>]",
  "/Resources << /Font << /F 3 0 R /F1 3 0 R >> >>",
  "/Title (Launch the /JavaScript of /AA)",
  "/AcroForm << /Fields [] /NeedAppearances true >>",
];

test("what acts is found in the catalog, packed or not", () => {
  for (const extra of ACTIVE) {
    assert.equal(judged(aPdf({ extra })), "active", extra);
    assert.equal(judged(packedPdf({ catalog: extra })), "active", extra);
  }
});

test("destinations, web pages and what only looks like it are let through", () => {
  for (const extra of PLAIN) {
    assert.equal(judged(aPdf({ extra })), "plain", extra);
    assert.equal(judged(packedPdf({ catalog: extra })), "plain", extra);
  }
});

test("an action that is an object of its own is found by its reference, in every version of that object", () => {
  const action = (kind: string) => `9 0 obj\n${kind}\nendobj\n`;
  const document = (...objects: string[]) =>
    Buffer.from(
      aPdf({ extra: "/OpenAction 9 0 R" })
        .toString("latin1")
        .replace("xref\n", `${objects.join("")}xref\n`),
      "latin1",
    );
  const goTo = action("<< /S /GoTo /D [4 0 R /Fit] >>");
  const away = action("<< /S /URI /URI (https://away.example) >>");
  assert.equal(judged(document(goTo)), "plain");
  for (const objects of [[away], [away, goTo], [goTo, away], [action("<< /S 8 0 R >>"), "8 0 obj /URI endobj\n"]])
    assert.equal(judged(document(...objects)), "active", objects.join(""));
  const linked = (address: string) =>
    Buffer.concat([aPdf({ extra: "/A << /S /URI /URI 9 0 R >>" }), Buffer.from(action(address))]);
  assert.equal(judged(linked("(https://bank.example)")), "plain");
  assert.equal(judged(linked("(file:///x)")), "active");
});

test("an object that a later one of the same number replaces, and one within other data, are looked at all the same", () => {
  const hidden = "1 0 obj\n<< /OpenAction << /S /JavaScript >> >>\nendobj\n";
  const updated = Buffer.concat([Buffer.from(`%PDF-1.4\n${hidden}`), aPdf()]);
  assert.equal(judged(updated), "active");
  assert.equal(judged(Buffer.concat([aPdf(), Buffer.from(hidden)])), "active");
  assert.equal(judged(aPdf({ content: `BT (x) Tj ET ${hidden}` })), "active");
  assert.equal(judged(Buffer.concat([aPdf(), Buffer.from("7 0 %remark\n obj << /AA 1 >>")])), "active");
  assert.equal(
    judged(Buffer.concat([aPdf(), Buffer.from("7 0 obj << /S /JavaScript ")])),
    "active",
    "it ends with the file",
  );
  assert.equal(judged(Buffer.concat([aPdf(), Buffer.from("trailer << /Root << /AA 1 >> >>")])), "active");
});

test("a stream whose bytes are in another file is found", () => {
  const stream = (keys: string) =>
    Buffer.concat([aPdf(), Buffer.from(`8 0 obj << ${keys} /Length 1 >>\nstream\nx\nendstream endobj\n`)]);
  assert.equal(judged(stream("/Subtype /Image")), "plain");
  for (const keys of [
    "/F (outside.png)",
    "/F << /FS /URL /F (https://away.example) >>",
    "/F 9 0 R",
    "/FFilter /FlateDecode",
  ])
    assert.equal(judged(stream(keys)), "active", keys);
});

test("objects packed in another way, or in a stream that does not say that it packs them, are no way in", () => {
  const asHex = (body: Buffer) => Buffer.from(`${body.toString("hex")}>`);
  const plain = { filter: "", pack: (body: Buffer) => body };
  assert.equal(judged(packedPdf(plain)), "plain");
  for (const way of [
    { filter: "/ASCIIHexDecode", pack: asHex },
    { filter: "[/FlateDecode /FlateDecode]" },
    { filter: "/FlateDecode /DecodeParms << /Predictor 12 >>" },
    { type: "" },
    { type: "/Type /ObjStm /Type /XObject" },
  ])
    assert.equal(judged(packedPdf(way)), "active", JSON.stringify(way));
});

test("a PDF whose objects are encrypted is locked, in every revision", () => {
  const locked = aPdf().toString("latin1").replace("/Root 1 0 R", "/Root 1 0 R /Encrypt 9 0 R");
  assert.equal(judged(Buffer.from(locked, "latin1")), "locked");
  assert.equal(judged(Buffer.concat([Buffer.from(locked, "latin1"), aPdf()])), "locked");
  assert.equal(
    judged(Buffer.concat([aPdf(), Buffer.from("8 0 obj << /Type /XRef /Encrypt << /V 5 >> >> stream\n")])),
    "locked",
  );
});
