import { MainAction } from "./MainAction.tsx";

const CLOSING = [{ event: { type: "ui.close" }, labelKey: "app:clipboard.dismiss", enabled: true }] as const;

interface SheetDoneProps {
  onClose: () => void;
  /** Where the sheet has a button that matters more. */
  variant?: "primary" | "secondary";
}

/** Closes a sheet that is only looked at; without it the messenger's main button would stand dead below the sheet. */
export function SheetDone({ onClose, variant = "primary" }: SheetDoneProps) {
  return <MainAction actions={CLOSING} type="ui.close" send={onClose} variant={variant} />;
}
