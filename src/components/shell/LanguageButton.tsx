import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { Language } from "#domain/language/language.ts";
import type { LanguageEvent } from "#machines/language/language.setup.ts";
import type { LanguageView } from "#machines/language/language.view.ts";

import { useIsScrolled } from "#src/hooks/useIsScrolled.ts";

import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import styles from "./LanguageButton.module.css";
import { useDrag } from "#src/hooks/useDrag.ts";

interface LanguageButtonProps {
  view: LanguageView;
  send: (event: LanguageEvent) => void;
  /** The picker could not be loaded. */
  onSheetMissing: () => void;
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

/** Asked for as the finger comes down; the first screen does without it. */
const loadSheet = async () => ({ default: (await import("./LanguageSheet.tsx")).LanguageSheet });
const LanguageSheet = lazy(loadSheet);

function preloadSheet(): void {
  loadSheet().catch(() => {
    // It is asked for again when it is shown, and the page says so if it fails then.
  });
}

/**
 * The floating button that opens the language picker; it can be moved out of the way, by finger or arrow keys. On a
 * page that is scrolled, where it would lie on the content, it shows only to the keyboard.
 */
export function LanguageButton({ view, send, onSheetMissing }: LanguageButtonProps) {
  const { t } = useTranslation();
  const drag = useDrag();
  const isScrolled = useIsScrolled();
  const canOpen = view.actions.some(({ event, enabled }) => event.type === "ui.openPicker" && enabled);
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
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
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
        <ErrorBoundary fallback={null} onCatch={onSheetMissing}>
          <Suspense>
            <LanguageSheet view={view} send={send} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
