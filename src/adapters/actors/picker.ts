import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";
import { toMessageId } from "#domain/copyTexts.ts";
import { toCoverId } from "#domain/covers.ts";
import { type Look, type LookKind, pickerMachine } from "#machines/picker/picker.machine.ts";
import { viewPicker } from "#machines/picker/picker.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { defineFlow } from "./flow.ts";

function createPickerActors({ api }: { api: Api }): ActorsOf<typeof pickerMachine> {
  async function loadLooks(kind: LookKind, signal: AbortSignal): Promise<readonly Look[]> {
    if (kind === "cover") {
      const { coverImgs } = await api.get("/v1/redpackage/coverList", {}, signal);
      return coverImgs.map(({ coverId, title }) => ({ id: coverId, title, text: null }));
    }
    const { coverImgs } = await api.get("/v1/redpackage/textList", {}, signal);
    return coverImgs.map(({ messageId, title, text }) => ({ id: messageId, title, text }));
  }

  return {
    loadChoices: fromPromise(async ({ input: { kind }, signal }) => {
      const [looks, inUse] = await Promise.all([
        loadLooks(kind, signal),
        api.get("/v1/user/redEnvelopeCoverAndMessage", {}, signal),
      ]);
      return { looks, inUse };
    }),
    applyChoice: fromPromise(({ input: { kind, id }, signal }) =>
      kind === "cover"
        ? api.post("/v1/user/updateRedEnvelopeCover", { coverId: toCoverId(id) }, signal)
        : api.post("/v1/user/updateRedEnvelopeMessage", { messageId: toMessageId(id) }, signal),
    ),
  };
}

/** Open with `{ type: "ui.open" }`. */
export const pickerFlow = defineFlow("picker", pickerMachine, createPickerActors, viewPicker);
