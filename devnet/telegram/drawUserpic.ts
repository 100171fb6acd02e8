import type { Person } from "./people.ts";

const SKIES = [
  ["#ff885e", "#ff516a"],
  ["#ffcd6a", "#ffa85c"],
  ["#82b1ff", "#665fff"],
  ["#a0de7e", "#54cb68"],
  ["#53edd6", "#28c9b7"],
  ["#72d5fd", "#2a9ef1"],
  ["#e0a2f3", "#d669ed"],
] as const;

/** A drawn portrait, so that the machine needs no picture of a real person. */
export function drawUserpic(person: Person): string {
  const [from, to] = SKIES[(person.n - 1) % SKIES.length] ?? SKIES[0];
  const shoulder = 100 + person.n * 3;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" role="img">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="160" height="160" fill="url(#sky)"/>
<circle cx="80" cy="66" r="${26 + (person.n % 3) * 2}" fill="#fff" fill-opacity=".92"/>
<path d="M22 172c0-44 26-68 58-68s58 24 58 68z" fill="#fff" fill-opacity=".92"/>
<path d="M${shoulder} 30c-8-14-44-18-54 8 14-8 38-4 54-8z" fill="${to}"/>
</svg>`;
}
