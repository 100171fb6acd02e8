import { el } from "./dom.ts";
import type { ActionResult } from "./pageTypes.ts";

type InlineAnswer = NonNullable<ActionResult["inline"]>;

export interface InlineActions {
  readonly askInline: (text: string) => Promise<InlineAnswer | null>;
  readonly sendPrepared: (chatId: number, preparedId: string) => void;
  readonly openWebApp: (url: string) => void;
}

/** Typing pauses this long before the bot is asked. */
const PAUSE_MS = 300;

/** What the bot offers while somebody types its name into this input, above the composer. */
export function createInlineOffers(
  input: HTMLInputElement,
  { chatId, username }: { chatId: number; username: string },
  actions: InlineActions,
): HTMLElement {
  const list = el("div", { class: "inline-offers", "data-testid": "inline-offers", hidden: true });
  const name = `@${username.toLowerCase()} `;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const show = (answer: InlineAnswer | null): void => {
    list.replaceChildren(...(answer === null ? [] : renderOffers(answer)));
    list.hidden = list.childElementCount === 0;
  };
  const renderOffers = ({ results, button }: InlineAnswer): HTMLElement[] => [
    ...(button === null
      ? []
      : [
          el(
            "button",
            { type: "button", class: "inline-button", onclick: () => actions.openWebApp(button.url) },
            button.text,
          ),
        ]),
    ...results.map(({ preparedId, title, description }) =>
      el(
        "button",
        {
          type: "button",
          onclick: () => {
            input.value = "";
            show(null);
            actions.sendPrepared(chatId, preparedId);
          },
        },
        el("strong", {}, title),
        el("span", {}, description),
      ),
    ),
  ];
  const ask = async (own: number, words: string): Promise<void> => {
    const answer = await actions.askInline(words);
    // Only the answer to what stands there now counts.
    if (own === asked) show(answer);
  };
  const update = (): void => {
    clearTimeout(timer);
    asked += 1;
    const own = asked;
    const typed = input.value;
    if (!typed.toLowerCase().startsWith(name)) return show(null);
    timer = setTimeout(() => {
      void ask(own, typed.slice(name.length));
    }, PAUSE_MS);
  };
  input.addEventListener("input", update);
  // The page was drawn anew around what somebody types.
  update();
  return list;
}
