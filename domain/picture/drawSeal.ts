import type { EnvelopePicture } from "./envelopePicture.ts";

/** One crack, seen from both sides, on the circle of the seal: as in the app. */
const LEFT_HALF = "M94 109h38.9l-7.2 15.8 10.1 13.7-10.8 13.7 8.6 14.4-5.8 14.4H94z";
const RIGHT_HALF = "M166 109h-33.1l-7.2 15.8 10.1 13.7-10.8 13.7 8.6 14.4-5.8 14.4H166z";

/** The seal on the edge of the flap; a broken one has come apart. */
export function drawSeal(seal: EnvelopePicture["seal"], emblem: string): string {
  const [face, rim] = seal === "grey" ? ["#cfc3ae", "#6b5a4d"] : ["url(#gold)", "#4a1206"];
  const whole =
    `<circle cx="130" cy="145" r="36" fill="${face}"/>` +
    `<circle cx="130" cy="145" r="32" fill="none" stroke="${rim}" stroke-width="1.5" stroke-opacity=".32"/>` +
    `<g transform="translate(110 125) scale(.8333)" fill="${rim}" color="${rim}">${emblem}</g>`;
  const shadow = `<circle cx="130" cy="147" r="36.5" fill="#000000" fill-opacity=".25"/>`;
  if (seal === "whole") return shadow + whole;
  const half = (side: string, turn: string) =>
    `<g transform="${turn}"><g clip-path="url(#${side})">${shadow}${whole}</g></g>`;
  return (
    `<clipPath id="left"><path d="${LEFT_HALF}"/></clipPath><clipPath id="right"><path d="${RIGHT_HALF}"/></clipPath>` +
    half("left", "translate(-11 3) rotate(-11 130 145)") +
    half("right", "translate(11 3) rotate(11 130 145)")
  );
}
