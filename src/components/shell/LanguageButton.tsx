import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";

import type { Language } from "#domain/language/language.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import type { LanguageEvent } from "#machines/language/language.machine.ts";
import type { LanguageView } from "#machines/language/language.view.ts";

import { Icon } from "#src/components/ui/Icon.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useDrag } from "#src/hooks/useDrag.ts";
import { useIsScrolled } from "#src/hooks/useIsScrolled.ts";
import { useService } from "#src/hooks/useService.ts";

import { lazyPart } from "./lazyPart.tsx";
import styles from "./LanguageButton.module.css";

interface LanguageButtonProps {
  view: LanguageView;
  send: (event: LanguageEvent) => void;
}

/** Languages in few letters, in their own script. */
const SHORT_NAMES: Readonly<Record<Language, string>> = {
  en: "EN",
  es: "ES",
  id: "ID",
  km: "ខ្មែរ",
  vi: "VI",
  "zh-CN": "简",
  "zh-TW": "繁",
};

/** Asked for as the finger comes down. */
const { Part: LanguageSheet, preload: preloadSheet } = lazyPart(
  async () => (await import("./LanguageSheet.tsx")).LanguageSheet,
  SheetMissing,
);

/** Ends the choice that cannot be shown. */
function SheetMissing() {
  const { root } = useApp();
  const language = useService("language");
  useEffect(() => {
    language.send({ type: "ui.cancel" });
    root.send({ type: "toast.show", tone: "error", labelKey: "app:list.failed" });
  }, [root, language]);
  return null;
}

/**
 * The floating button that opens the language picker; it can be moved out of the way, by finger or arrow keys. On a
 * page that is scrolled, where it would lie on the content, it shows only to the keyboard.
 */
export function LanguageButton({ view, send }: LanguageButtonProps) {
  const { t } = useTranslation();
  const drag = useDrag();
  const isScrolled = useIsScrolled();
  const canOpen = canPress(view.actions, "ui.openPicker");
  return (
    <>
      <button
        {...drag.handlers}
        type="button"
        className={styles.button}
        style={drag.style}
        data-hidden={isScrolled || undefined}
        aria-haspopup="dialog"
        // Switched off by hand: a disabled button would lose the focus that the closed picker gives back.
        aria-disabled={!canOpen}
        onPointerEnter={() => void preloadSheet()}
        onFocus={() => void preloadSheet()}
        onClick={() => {
          if (canOpen && !drag.wasDragged()) send({ type: "ui.openPicker" });
        }}
      >
        <span className={styles.face}>
          <Icon name="globe" sizePx={18} />
          {/* Its visible text is part of its name, so that it can be called by voice. */}
          <span className="visually-hidden">{t("app:language.open")}: </span>
          <span lang={view.language}>{SHORT_NAMES[view.language]}</span>
        </span>
      </button>
      {view.picker !== null && (
        <Suspense>
          <LanguageSheet view={view} send={send} />
        </Suspense>
      )}
    </>
  );
}
