import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { canReadClipboard, readClipboard } from "#src/adapters/readClipboard.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { useApp } from "#src/hooks/useApp.ts";

interface PasteButtonProps {
  onPaste: (text: string) => void;
}

/**
 * Puts what was copied into the field that it stands in, and says how to do so by hand where that is refused. Absent where
 * the clipboard cannot be read at all.
 */
export function PasteButton({ onPaste }: PasteButtonProps) {
  const { t } = useTranslation();
  const { root } = useApp();
  const place = useRef<HTMLSpanElement>(null);
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
  const paste = async () => {
    const text = await readClipboard(window);
    if (text !== null) {
      onPaste(text);
      return;
    }
    root.send({ type: "toast.show", tone: "error", labelKey: "wallet:binding.pasteRefused" });
    place.current?.closest("form")?.querySelector<HTMLInputElement>("input:not([type=radio])")?.focus();
  };
  return (
    <span ref={place}>
      <Button variant="plain" isInline onClick={() => void paste()}>
        {t("wallet:binding.paste")}
      </Button>
    </span>
  );
}
