/**
 * A picture of one's own profile to share: name, reputation, and a QR code of the registration by their link. A server may have no fonts, so
 * the letters come from a font of the program.
 */
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import sharp, { type OverlayOptions } from "sharp";
import { encode } from "uqr";
import { BRAND } from "#contract/platform/brand.ts";
import { directionOf, localeOf } from "#contract/platform/locales.ts";
import { SHARE_PICTURE } from "#contract/reach/partner/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { textOf } from "../../platform/texts.ts";
import { type ShareRow, shareRow } from "./rows.ts";
import { linkOf } from "./view-program.ts";

const FONT = createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf");
const MINE = { config: { policy: { auth: "session", rateLimit: "upload" } } } as const;

const WIDE = 1200;
const HIGH = 630;
const MARGIN = 80;
const QR = 340;
const BESIDE_QR = WIDE - 3 * MARGIN - QR;

export function mountSharePicture(fastify: FastifyInstance, { db }: Pick<AppPorts, "db">): void {
  fastify.get(SHARE_PICTURE, MINE, async (request, reply) => {
    const { viewer } = request;
    if (!viewer) throw new Refusal("auth.required");
    const row = await db.read((tx) => shareRow(tx, viewer.userId));
    return reply
      .type("image/png")
      .header("cache-control", "no-store")
      .send(await drawShare(row));
  });
}

/** A PNG of 1200 by 630, as networks show pictures of links. */
export async function drawShare(row: ShareRow): Promise<Buffer> {
  const locale = localeOf(row.locale);
  const isRtl = directionOf(locale) === "rtl";
  const lines = [
    { text: BRAND, size: 34, top: MARGIN, colour: "#7fe3b4" },
    { text: row.username, size: 72, top: 190, colour: "#f2f7f4" },
    {
      text: textOf("partners.picture.positive", locale, { count: row.positive }),
      size: 38,
      top: 330,
      colour: "#c9d8d0",
    },
    { text: textOf("partners.picture.trades", locale, { count: row.trades }), size: 38, top: 400, colour: "#c9d8d0" },
  ];
  const written = await Promise.all(lines.map((line) => writeLine(line, isRtl)));
  return sharp(Buffer.from(background(linkOf(row.code), isRtl)))
    .composite(written)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

type Line = { readonly text: string; readonly size: number; readonly top: number; readonly colour: string };

async function writeLine({ text, size, top, colour }: Line, isRtl: boolean): Promise<OverlayOptions> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font: `DejaVu Sans Condensed ${size}`,
      fontfile: FONT,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  // A long name is made smaller, so that it stays beside the code.
  const width = Math.min(info.width, BESIDE_QR);
  const input = width < info.width ? await sharp(data).resize({ width }).png().toBuffer() : data;
  return { input, top, left: isRtl ? WIDE - MARGIN - width : MARGIN };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Dark, with the code on a white card at the end of the lines. */
function background(link: string, isRtl: boolean): string {
  const { data, size } = encode(link, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const left = isRtl ? MARGIN : WIDE - MARGIN - QR;
  const top = (HIGH - QR) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}">
    <rect width="${WIDE}" height="${HIGH}" fill="#0b1512"/>
    <rect width="${WIDE}" height="10" fill="#1f9d6b"/>
    <rect x="${left}" y="${top}" width="${QR}" height="${QR}" rx="24" fill="#fff"/>
    <path transform="translate(${left} ${top}) scale(${QR / size})" d="${path}" fill="#0b1512"/>
  </svg>`;
}
