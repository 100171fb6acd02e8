import type { SnapshotFrom } from "xstate";
import { SELECTABLE_LANGUAGES, type Language } from "#domain/language/language.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { languageMachine } from "./language.machine.ts";
import type { LanguageEvent } from "./language.setup.ts";

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
  return {
    language: context.language,
    hasTexts: !(snapshot.matches("idle") || snapshot.matches("reading") || snapshot.matches("failed")),
    isSwitching: snapshot.matches("switching"),
    picker: snapshot.matches("picking") ? { languages: listOffered(context), picked: context.picked } : null,
    ...toFailureText(canRetry(snapshot) ? context.failure : null),
    actions: listActions(snapshot),
  };
}

const OPEN: ViewAction<LanguageEvent> = {
  event: { type: "ui.openPicker" },
  labelKey: "app:language.open",
  enabled: true,
};
const RETRY: ViewAction<LanguageEvent> = { event: { type: "ui.retry" }, labelKey: "app:language.retry", enabled: true };

/** SPEC's five, and those that a choice among them could not bring back. */
function listOffered({ ownLanguage, language }: Snapshot["context"]): readonly Language[] {
  return [...new Set<Language>([...SELECTABLE_LANGUAGES, ownLanguage, language])];
}

function listPicking({ context }: Snapshot): readonly ViewAction<LanguageEvent>[] {
  return [
    ...listOffered(context).map((language): ViewAction<LanguageEvent> => ({
      event: { type: "ui.pick", language },
      labelKey: `app:language.name.${language}`,
      enabled: true,
    })),
    { event: { type: "ui.confirm" }, labelKey: "app:language.confirm", enabled: true },
    { event: { type: "ui.cancel" }, labelKey: "app:language.cancel", enabled: true },
  ];
}

function canRetry(snapshot: Snapshot): boolean {
  return snapshot.matches("failed") || snapshot.matches({ shown: "unswitched" });
}

function listActions(snapshot: Snapshot): readonly ViewAction<LanguageEvent>[] {
  if (snapshot.matches("picking")) return listPicking(snapshot);
  const retry = canRetry(snapshot) ? [RETRY] : [];
  return snapshot.matches("failed") ? retry : [...retry, { ...OPEN, enabled: snapshot.matches("shown") }];
}
