/**
 * What iOS 15.6 or Chrome 100 do not know, by MDN's table of browsers (docs/world.md). A property whose absence leaves
 * a page that works and can be read is not here, e.g. `text-wrap`, `content-visibility` or `overscroll-behavior`.
 */

function listWords(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The oldest browsers that the app runs in, as the build's target names them. */
export const OLDEST_BROWSERS = ["ios15.6", "safari15.6", "chrome100"];

export const LACKING_UNITS = listWords(`
  cap ic lh rcap rch rex ric rlh vi vb
  dvw dvh dvi dvb dvmin dvmax svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax cqw cqh cqi cqb cqmin cqmax
`);

export const LACKING_FUNCTIONS = listWords(`
  color color-mix contrast-color light-dark hwb lab lch oklab oklch abs acos asin atan atan2 cos exp
  hypot log mod pow rem round sign sin sqrt tan calc-size progress random sibling-count sibling-index
  if anchor anchor-size linear image-set cross-fade ray shape xywh palette-mix
`);

export const LACKING_PROPERTIES = listWords(`
  translate rotate scale offset offset-path offset-distance offset-rotate offset-anchor
  backdrop-filter box-decoration-break line-clamp field-sizing white-space-collapse mask mask-image
  mask-size mask-position mask-repeat mask-composite mask-clip mask-origin user-select initial-letter
  animation-composition animation-timeline position-area position-anchor
`);

/** Values of a property, with the property's name or `*`. */
export const LACKING_VALUES: readonly (readonly [property: string, value: string])[] = [
  ["overflow", "clip"],
  ["overflow-x", "clip"],
  ["overflow-y", "clip"],
  ["grid-template-columns", "subgrid"],
  ["grid-template-rows", "subgrid"],
  ["float", "inline-start"],
  ["float", "inline-end"],
  ["clear", "inline-start"],
  ["clear", "inline-end"],
  ["background-clip", "text"],
  ["flex-basis", "stretch"],
  ["width", "stretch"],
  ["height", "stretch"],
  ["min-height", "stretch"],
  ["max-height", "stretch"],
  ["transition", "allow-discrete"],
  ["*", "revert-rule"],
];

/** Pseudo-classes and pseudo-elements. A list of selectors with one of them is dropped whole. */
export const LACKING_SELECTORS = listWords(`
  has modal popover-open open dir user-valid user-invalid state autofill fullscreen
  active-view-transition details-content highlight picture-in-picture target-text checkmark picker
  picker-icon playing paused has-slotted spelling-error grammar-error
`);

export const LACKING_AT_RULES: readonly string[] = ["container", "scope", "property", "position-try", "function"];

/** Functions of an object of the language or of the browser. */
export const LACKING_STATICS = listWords(`
  Array.fromAsync Object.groupBy Map.groupBy Promise.withResolvers Promise.try RegExp.escape
  Error.isError Error.captureStackTrace Iterator.from Iterator.concat Atomics.waitAsync
  Math.sumPrecise JSON.rawJSON Uint8Array.fromBase64 Uint8Array.fromHex Intl.DurationFormat
  AbortSignal.any AbortSignal.timeout URL.canParse URL.parse Response.json ReadableStream.from
  CSS.registerProperty
`);

/** Methods whose names nothing else has. React calls `startViewTransition` for a component of that name alone. */
export const LACKING_METHODS = listWords(`
  toSorted toReversed toSpliced isWellFormed toWellFormed getOrInsert getOrInsertComputed
  symmetricDifference isSubsetOf isSupersetOf isDisjointFrom transferToFixedLength toBase64
  setFromBase64 setFromHex formatRange formatRangeToParts selectRange getWeekInfo getTextInfo
  checkVisibility showPopover hidePopover togglePopover showPicker requestClose moveBefore setHTML
  setHTMLUnsafe getHTML requestIdleCallback caretPositionFromPoint getSetCookie roundRect
  createConicGradient attachInternals
`);

/** Options of `Intl.NumberFormat` that are passed over, so that the number is another. */
export const LACKING_OPTIONS: readonly string[] = [
  "roundingMode",
  "roundingIncrement",
  "roundingPriority",
  "trailingZeroDisplay",
];
