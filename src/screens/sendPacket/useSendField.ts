import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { DraftText } from "#machines/envelopeSend/sendForm.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { useProblemText } from "./useProblemText.ts";

interface SendFieldTies {
  /** Text of the problem; undefined where none is shown. */
  error: string | undefined;
  onBlur: () => void;
  onChange: (value: string) => void;
}

/** Returns the props that bind one form field to the machine; `typed`: what is typed for it, where that is another. */
export function useSendField({
  view,
  send,
}: FlowProps<"envelopeSend", EnvelopeSendView>): (field: DraftText, typed?: "dollars" | DraftText) => SendFieldTies {
  const findProblem = useProblemText(view);
  return (field, typed = field) => ({
    error: findProblem(field),
    onBlur: () => {
      send({ type: "ui.leave", field });
    },
    onChange: (value) => {
      send({ type: "ui.type", field: typed, value });
    },
  });
}
