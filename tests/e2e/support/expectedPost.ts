import type { StoredMessage } from "#devnet/telegram/worldState.ts";

interface Share {
  readonly name: string;
  readonly amount: string;
}

interface Finished {
  readonly sender: string;
  readonly total: string;
  /** The best first. */
  readonly shares: readonly Share[];
  readonly remark: string;
  readonly envelopeId: string;
  readonly url: string;
}

/** As the bot writes a name or a remark, in its own direction. */
export const isolate = (text: string) => `\u2068${text}\u2069`;

/** The caption, its entities and the buttons of a lucky draw in English, once the last share is claimed. */
export function expectFinishedPost({ sender, total, shares, remark, envelopeId, url }: Finished) {
  const name = isolate(sender);
  const quote = isolate(remark);
  const [best, ...others] = shares;
  const list = others.map((share) => `${isolate(share.name)} · ${share.amount} ETH`).join("\n");
  if (best === undefined) throw new Error("nobody has claimed");
  const count = String(shares.length);
  const text = `🧧 ${name} sent a red envelope
Lucky draw · ${total} ETH · shares: ${count}
Sealed before the first claim. Check it in the app at the end.
${quote}
Left: 0 of ${count}
All shares have been claimed.
🏆 Best luck: ${isolate(best.name)} · ${best.amount} ETH
${list}`;
  const over = (type: string, part: string, offset: number) => ({ type, offset, length: part.length });
  return {
    text,
    entities: [
      over("bold", name, text.indexOf(name)),
      over("blockquote", quote, text.indexOf(quote)),
      over("expandable_blockquote", list, text.length - list.length),
    ],
    replyMarkup: {
      inline_keyboard: [
        [{ text: "See who got what", url, style: "primary" }],
        [{ text: "My share", callback_data: `share:${envelopeId}` }],
      ],
    },
  } satisfies Partial<StoredMessage>;
}
