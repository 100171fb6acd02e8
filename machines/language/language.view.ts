import type { SnapshotFrom } from "xstate";
import { SELECTABLE_LANGUAGES, type Language } from "#domain/language/language.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { LanguageEvent, languageMachine } from "./language.machine.ts";

export interface LanguageView extends FailureText {
  language: Language;
  /** False: the first texts are not on the screen yet. */
  hasTexts: boolean;
  /** The loading toast shows. */
  isSwitching: boolean;
  /** The open picker; null while it is closed. */
  picker: { languages: readonly Language[]; picked: Language } | null;
  actions: readonly ViewAction<LanguageEvent>[];
}

type Snapshot = SnapshotFrom<typeof languageMachine>;

export function viewLanguage(snapshot: Snapshot): LanguageView {
  const { context } = snapshot;
  const actions = listControls(snapshot);
  return {
    language: context.language,
    hasTexts: hasTexts(snapshot),
    isSwitching: isSwitching(snapshot),
    picker: snapshot.matches("picking") ? { languages: listOffered(context), picked: context.picked } : null,
    ...toFailureText(actions.some(({ event }) => event.type === "ui.retry") ? context.failure : null),
    actions,
  };
}

export function hasTexts(snapshot: Snapshot): boolean {
  return !(snapshot.matches("idle") || snapshot.matches("reading") || snapshot.matches("failed"));
}

export function isSwitching(snapshot: Snapshot): boolean {
  return snapshot.matches("switching");
}

/** SPEC's five, and those that a choice among them could not bring back. */
function listOffered({ ownLanguage, language }: Snapshot["context"]): readonly Language[] {
  return [...new Set<Language>([...SELECTABLE_LANGUAGES, ownLanguage, language])];
}

function listControls(snapshot: Snapshot): readonly ViewAction<LanguageEvent>[] {
  return listActions(snapshot, [
    ...listOffered(snapshot.context).map((language): Control<LanguageEvent> => ({
      event: { type: "ui.pick", language },
      labelKey: `app:language.name.${language}`,
    })),
    { event: { type: "ui.confirm" }, labelKey: "app:language.confirm" },
    { event: { type: "ui.cancel" }, labelKey: "app:language.cancel" },
    { event: { type: "ui.retry" }, labelKey: "app:language.retry" },
    {
      event: { type: "ui.openPicker" },
      labelKey: "app:language.open",
      isWaiting: hasTexts(snapshot) && !snapshot.matches("picking"),
    },
  ]);
}
