import type { ReactNode } from "react";

import type { ViewAction } from "#machines/kit/viewAction.ts";
import { Dialog } from "#src/components/ui/Dialog.tsx";

import { ActionButton } from "./ActionButton.tsx";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Of the view, with the two answers. */
  actions: readonly ViewAction<{ type: string }>[];
  send: (answer: { type: "ui.confirm" } | { type: "ui.back" }) => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ isOpen, title, children, actions, send }: ConfirmDialogProps) {
  const confirm = () => send({ type: "ui.confirm" });
  const goBack = () => send({ type: "ui.back" });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={goBack}
      title={title}
      actions={
        <>
          <ActionButton actions={actions} type="ui.confirm" send={confirm} variant="danger" />
          <ActionButton actions={actions} type="ui.back" send={goBack} variant="secondary" />
        </>
      }
    >
      {children}
    </Dialog>
  );
}
