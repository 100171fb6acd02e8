import { useTranslation } from "react-i18next";

interface FinalityNoteProps {
  /** 0: seconds; null: unknown for this network. */
  minutes: number | null;
}

/** How long a payment usually takes until nothing can undo it. */
export function FinalityNote({ minutes }: FinalityNoteProps) {
  const { t } = useTranslation();
  if (minutes === null) return null;
  return minutes === 0 ? t("app:finalitySoon") : t("app:finality", { count: minutes });
}
