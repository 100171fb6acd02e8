import { expect, it } from "vitest";

import { findNewStyles } from "./findNewStyles.ts";

it.each([
  [".a{height:50dvh}", "height:50dvh in .a"],
  [".a{min-height:calc(1lh + 2px)}", "min-height:calc(1lh + 2px) in .a"],
  [".a{color:color-mix(in srgb,red,blue)}", "color:color-mix(in srgb,red,blue) in .a"],
  [".a{overflow:clip}", "overflow:clip in .a"],
  [".a{translate:0 50%}", "translate:0 50% in .a"],
  [".a{mask:none}", "mask:none in .a"],
  [".a:has(b){color:red}", ":has in .a:has(b)"],
  [".a,.b:user-invalid{color:red}", ":user-invalid in .a,.b:user-invalid"],
  ["@container (width:1px){.a{color:red}}", "container in @container (width:1px) .a"],
  ["@media (width>=9px){.a{color:red}}", "@media (width>=9px) in @media (width>=9px) .a"],
  [".a::backdrop{background:var(--scrim)}", "background:var(--scrim) in .a::backdrop"],
  [".a{--size:50dvh}", "--size:50dvh in .a"],
])("finds what %s holds", (css, found) => {
  expect(findNewStyles(css)).toEqual([found]);
});

it("takes no former value for one with a variable, which is dropped only when it is used", () => {
  expect(findNewStyles(".a{color:red;color:color-mix(in srgb,var(--a),blue)}")).toHaveLength(1);
  expect(findNewStyles(".a{min-height:100vh;min-height:var(--b,100dvh)}")).toHaveLength(1);
});

it("takes no fallback for another property, and none for a frame of an animation", () => {
  expect(findNewStyles("@supports not (overflow:clip){html{overflow-x:hidden}}.a{overflow:clip}")).toHaveLength(1);
  const frames = "@supports not (width:1cqw){.a{transform:none}}@keyframes b{to{transform:translate(9cqw)}}";
  expect(findNewStyles(frames)).toHaveLength(1);
});

it.each([
  ["a former value", ".a{height:50vh;height:50dvh}"],
  ["the browser's prefix", ".a{-webkit-mask:none;mask:none}"],
  ["a question before", "@supports (height:1dvh){.a{--size:50dvh}}"],
  ["a rule for who has it not", ".a{overflow:clip}@supports not (overflow:clip){.a{overflow:hidden}}"],
  ["a selector for who has it not", ".a:has(b){color:red}@supports not selector(:has(a)){.a{color:blue}}"],
  ["a default for the backdrop", ".a::backdrop{background:var(--scrim,#000)}"],
  ["what only looks alike", '.a{background:url(1dvh.svg);content:"1lh";--lh:1;width:5vh;transform:scale(2)}'],
  ["what a page can be without", ".a{text-wrap:balance;content-visibility:auto;scrollbar-color:red blue}"],
  ["old selectors", ".a:is(.b,.c):focus-visible::backdrop,.open:hover{color:red}"],
])("lets pass %s", (_, css) => {
  expect(findNewStyles(css)).toEqual([]);
});
