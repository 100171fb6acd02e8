import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../failureText.ts";
import type { ViewAction } from "../viewAction.ts";
import type { ChoiceEvent, ChoiceMachine } from "./choice.machine.ts";

/** The failure is why the last change was not saved. */
export interface ChoiceView<Name extends string> extends FailureText {
  /** One for each thing: it turns round what is shown of it. */
  actions: readonly ViewAction<ChoiceEvent<Name>>[];
}

export function viewChoice<Name extends string, Params>({
  value,
  context: { labelKeys, isOneAtMost, saved, turned, failure },
}: SnapshotFrom<ChoiceMachine<Name, Params>>): ChoiceView<Name> {
  const isOn = (name: Name) => {
    if (turned?.name === name) return turned.isOn;
    return saved.includes(name) && !(isOneAtMost && turned?.isOn === true);
  };
  return {
    ...toFailureText(failure),
    actions: (Object.entries(labelKeys) as [Name, string][]).map(([name, labelKey]) => ({
      event: { type: "ui.turn", name, isOn: !isOn(name) },
      labelKey,
      enabled: value === "settled",
    })),
  };
}
