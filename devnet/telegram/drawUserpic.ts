import type { Person } from "./people.ts";

/** Background, skin, hair and clothes of each drawn person. */
const LOOKS = [
  ["#ffd9c7", "#f2c6a5", "#8a4b22", "#d8563f"],
  ["#d5ecff", "#f3cfa9", "#221c1c", "#2f6fd0"],
  ["#e4f6d4", "#c98d5f", "#1d1512", "#3f9a4c"],
  ["#d9f5f2", "#edc39a", "#2a1d18", "#1d9c8c"],
  ["#fff0c9", "#e0a777", "#4b2a17", "#e08a1e"],
  ["#efe0fb", "#b97d52", "#161214", "#8a4fc4"],
  ["#fde0ea", "#f5d3b3", "#2b1a1f", "#cf4b7d"],
] as const;

/** Draws a portrait, so that no picture of a real person is needed. */
export function drawUserpic(person: Person): string {
  const [wall, skin, hair, clothes] = LOOKS[(person.n - 1) % LOOKS.length] ?? LOOKS[0];
  const length = person.n % 2 === 1 ? 104 : 62;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" role="img">
<rect width="160" height="160" fill="${wall}"/>
<rect x="44" y="28" width="72" height="${length}" rx="36" fill="${hair}"/>
<path d="M18 168c0-40 26-58 62-58s62 18 62 58z" fill="${clothes}"/>
<path d="M68 92h24v22a12 12 0 0 1-24 0z" fill="${skin}"/>
<ellipse cx="80" cy="70" rx="29" ry="33" fill="${skin}"/>
<path d="M50 66c2-30 58-30 60 0-14-4-22-12-${person.n % 2 === 1 ? 26 : 32}-16-6 8-18 14-${person.n % 2 === 1 ? 34 : 28} 16z" fill="${hair}"/>
</svg>`;
}
