import type { CoverArt } from "./coverArt.ts";
import { drawSeal } from "./drawSeal.ts";
import type { EnvelopePicture } from "./envelopePicture.ts";

/** The edge of the flap hangs down to the seal. */
const FLAP = "M0 0H260V95Q130 192 0 95Z";

/** A closed envelope on 260 × 330, as in the app: cover, flap and seal, and paper below them where it says who won. */
export function composeSvg({ seal, best }: EnvelopePicture, { art, emblem }: CoverArt, widthPx: number): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${(widthPx * 330) / 260}" viewBox="0 0 260 330">` +
    `<defs><radialGradient id="gold" gradientUnits="userSpaceOnUse" cx="120" cy="129" r="52">` +
    `<stop offset="0" stop-color="#ffdf94"/><stop offset=".58" stop-color="#f4c04e"/>` +
    `<stop offset="1" stop-color="#d1922a"/></radialGradient><clipPath id="flap"><path d="${FLAP}"/></clipPath></defs>` +
    `${art}<path d="M0 0H260V100Q130 196 0 100Z" fill="#000000" fill-opacity=".22"/>` +
    `<g clip-path="url(#flap)">${art}</g>` +
    `<path d="M0 95Q130 192 260 95" fill="none" stroke="#f4c04e" stroke-width="1.5" stroke-opacity=".7"/>` +
    `${drawSeal(seal, emblem)}${best === null ? "" : `<rect x="19" y="189" width="222" height="78" rx="11" fill="#fff6e3"/>`}</svg>`
  );
}
