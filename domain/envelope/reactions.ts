/** How somebody who got a share may thank its sender, each with its sign. */
export const REACTIONS = { clap: "👏", heart: "❤️", fire: "🔥", pray: "🙏", party: "🎉", laugh: "😂" } as const;

export type Reaction = keyof typeof REACTIONS;
