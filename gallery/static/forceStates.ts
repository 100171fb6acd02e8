/** What a mouse, a finger or a keyboard does to a control; `Forced` shows controls so. */
export type ForcedState = "hovered" | "pressed" | "focused";

/** The pseudo-class of each state, and its replacement where the state is forced. */
const FORCED: Readonly<Record<ForcedState, readonly [pseudoClass: RegExp, forced: string]>> = {
  hovered: [/:hover\b/gu, `:is([data-forced="hovered"] *)`],
  pressed: [/:active\b/gu, `:is([data-forced="pressed"] *)`],
  focused: [/:focus(?:-visible)?\b/gu, `:is([data-forced="focused"] :where(a, button, input))`],
};

/** To read all rules for each picture would take longer than to draw it. */
const done = new WeakSet<CSSStyleSheet>();

/** Lets the page's rules for these states hold inside `Forced` too; called again, it changes only new sheets. */
export function forceStates(): void {
  for (const sheet of document.styleSheets) {
    if (done.has(sheet)) continue;
    done.add(sheet);
    forceRules(sheet.cssRules);
  }
}

function forceRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) forceRule(rule);
    else if (rule instanceof CSSGroupingRule) forceRules(rule.cssRules);
  }
}

function forceRule(rule: CSSStyleRule): void {
  const { selectorText } = rule;
  if (selectorText.includes("data-forced")) return;
  let forced = selectorText;
  for (const [pseudoClass, standIn] of Object.values(FORCED)) forced = forced.replaceAll(pseudoClass, standIn);
  if (forced !== selectorText) rule.selectorText = `${selectorText}, ${forced}`;
}
