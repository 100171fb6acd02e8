import type { SnapshotFrom } from "xstate";
import { toMessageId, type MessageId } from "#domain/copyTexts.ts";
import { toCoverId, type CoverId } from "#domain/covers.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import { findInUseId, type LookKind, type pickerMachine, type PickerEvent } from "./picker.machine.ts";

type Action = ViewAction<PickerEvent>;
type Snapshot = SnapshotFrom<typeof pickerMachine>;

/** `set`: the person has chosen it; `inUse`: envelopes get it. Both at once is `inUse`. */
export type LookMark = "set" | "inUse";

export interface ShownLook {
  id: string;
  title: string;
  /** Null for a cover. */
  text: string | null;
  isSet: boolean;
  mark: LookMark | null;
}

export interface PickerView extends FailureText {
  state: Snapshot["value"];
  isBusy: boolean;
  kind: LookKind;
  /** Null until the list was read. */
  looks: readonly ShownLook[] | null;
  /** The one that is set. */
  shown: ShownLook | null;
  /** The envelope with what is set, and with what is in use of the other kind. */
  preview: { coverId: CoverId; messageId: MessageId };
  /** How it stands with the one that is set; null until the list was read, and where a failure is told in its place. */
  standingKey: string | null;
  actions: readonly Action[];
}

export function viewPicker(snapshot: Snapshot): PickerView {
  const { context, value } = snapshot;
  const looks = listLooks(context);
  const shown = looks?.find(({ isSet }) => isSet) ?? null;
  return {
    state: value,
    isBusy: snapshot.hasTag("busy"),
    kind: context.kind,
    looks,
    shown,
    preview: previewLook(context),
    standingKey: shown === null || context.failure !== null ? null : findStandingKey(value, context.kind, shown),
    ...toFailureText(context.failure),
    actions: listControls(snapshot),
  };
}

function listLooks(context: Snapshot["context"]): readonly ShownLook[] | null {
  const { looks, setId } = context;
  const inUseId = findInUseId(context);
  return (
    looks?.map(({ id, title, text }) => {
      const isSet = id === setId;
      return { id, title, text, isSet, mark: id === inUseId ? "inUse" : isSet ? "set" : null };
    }) ?? null
  );
}

function previewLook({ kind, setId, inUse }: Snapshot["context"]): PickerView["preview"] {
  const { coverId, messageId } = inUse ?? { coverId: null, messageId: null };
  return {
    coverId: toCoverId(kind === "cover" ? setId : coverId),
    messageId: toMessageId(kind === "text" ? setId : messageId),
  };
}

function findStandingKey(value: Snapshot["value"], kind: LookKind, { mark }: ShownLook): string {
  const standing = value === "applied" ? "applied" : mark === "inUse" ? "inUse" : "set";
  return `personal:${kind}s.${standing}`;
}

function listControls(snapshot: Snapshot): readonly Action[] {
  const { context, value } = snapshot;
  const isBusy = snapshot.hasTag("busy");
  const isNew = context.setId !== findInUseId(context);
  return listActions(snapshot, [
    { event: { type: "ui.open" }, labelKey: "personal:open" },
    ...(context.looks ?? []).map(({ id }): Control<PickerEvent> => ({
      event: { type: "ui.choose", id },
      labelKey: `personal:${context.kind}s.choices`,
      isWaiting: isBusy,
    })),
    {
      event: { type: "ui.apply" },
      labelKey: isNew ? `personal:${context.kind}s.apply` : "personal:mark.inUse",
      // What is in use already has the button with that word, so that nothing on the screen moves.
      isWaiting: context.looks !== null && value !== "notApplied" && value !== "failed",
    },
    { event: { type: "ui.retry" }, labelKey: "personal:retry" },
  ]);
}
