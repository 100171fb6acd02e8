import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { canReadClipboard, readClipboard } from "#src/adapters/readClipboard.ts";
import { Button } from "#src/components/ui/Button.tsx";

interface PasteButtonProps {
  disabled: boolean;
  /** null: the clipboard could not be read. */
  onPaste: (text: string | null) => void;
}

/** Puts what was copied into a field; absent where the clipboard cannot be read at all. */
export function PasteButton({ disabled, onPaste }: PasteButtonProps) {
  const { t } = useTranslation();
  const [canRead, setCanRead] = useState(false);
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      const isAllowed = await canReadClipboard(window);
      if (isHere) setCanRead(isAllowed);
    };
    void look();
    return () => {
      isHere = false;
    };
  }, []);
  if (!canRead) return null;
  return (
    <Button variant="plain" isInline disabled={disabled} onClick={() => void readClipboard(window).then(onPaste)}>
      {t("wallet:binding.paste")}
    </Button>
  );
}
