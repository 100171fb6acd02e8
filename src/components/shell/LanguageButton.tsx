import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";

import type { Language } from "#domain/language/language.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import type { LanguageEvent } from "#machines/language/language.machine.ts";
import type { LanguageView } from "#machines/language/language.view.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useService } from "#src/hooks/useSnapshot.ts";

import styles from "./LanguageButton.module.css";
import { lazyPart } from "./lazyPart.tsx";

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

/** A tap may move a little; beyond this it is a drag. */
const DRAG_THRESHOLD_PX = 6;
const KEY_STEP_PX = 24;

const KEY_STEPS: Readonly<Partial<Record<string, readonly [x: number, y: number]>>> = {
  ArrowLeft: [-KEY_STEP_PX, 0],
  ArrowRight: [KEY_STEP_PX, 0],
  ArrowUp: [0, -KEY_STEP_PX],
  ArrowDown: [0, KEY_STEP_PX],
};

interface Grip {
  pointerId: number;
  startX: number;
  startY: number;
  offsetX: number;
  offsetY: number;
}

interface Drag {
  handlers: Record<
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
    (event: PointerEvent<HTMLElement>) => void
  > & { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void };
  /**
   * Undragged, the style sheet places the element. Dragged, this style keeps it within the window and the safe areas,
   * also when the window becomes smaller.
   */
  style: CSSProperties | undefined;
  /** Whether the press that has just ended moved the element, so that its click is to be ignored. */
  wasDragged: () => boolean;
}

/** Lets a fixed element be dragged to a side of the window, or moved within it by the arrow keys. */
function useDrag(): Drag {
  const grip = useRef<Grip | null>(null);
  const hasMoved = useRef(false);
  const [style, setStyle] = useState<CSSProperties | undefined>(undefined);

  const place = (element: HTMLElement, leftPx: number, topPx: number) => {
    const { offsetWidth, offsetHeight } = element;
    setStyle({
      left: `clamp(var(--inset-left), ${String(leftPx)}px, 100% - var(--inset-right) - ${String(offsetWidth)}px)`,
      top: `clamp(var(--inset-top), ${String(topPx)}px, 100% - var(--inset-bottom) - ${String(offsetHeight)}px)`,
      right: "auto",
      bottom: "auto",
    });
  };
  const drop = () => {
    grip.current = null;
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current;
    drop();
    if (held === null || !hasMoved.current) return;
    const { currentTarget: element, clientX, clientY } = event;
    const middlePx = clientX - held.offsetX + element.offsetWidth / 2;
    const widthPx = document.documentElement.clientWidth;
    // At the nearer side it covers the least.
    place(element, middlePx < widthPx / 2 ? 0 : widthPx, clientY - held.offsetY);
  };

  return {
    style,
    wasDragged: () => hasMoved.current,
    handlers: {
      onPointerDown: (event) => {
        hasMoved.current = false;
        if (event.button !== 0) return;
        const box = event.currentTarget.getBoundingClientRect();
        // Captured at once: a fast mouse leaves the element before its first move.
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = {
          pointerId: event.pointerId,
          startX: event.clientX,
          startY: event.clientY,
          offsetX: event.clientX - box.left,
          offsetY: event.clientY - box.top,
        };
      },
      onPointerMove: (event) => {
        const held = grip.current;
        if (held === null || held.pointerId !== event.pointerId) return;
        const distance = Math.hypot(event.clientX - held.startX, event.clientY - held.startY);
        if (!hasMoved.current && distance < DRAG_THRESHOLD_PX) return;
        hasMoved.current = true;
        place(event.currentTarget, event.clientX - held.offsetX, event.clientY - held.offsetY);
      },
      onPointerUp: release,
      onPointerCancel: drop,
      onKeyDown: (event) => {
        hasMoved.current = false;
        const step = KEY_STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const box = event.currentTarget.getBoundingClientRect();
        place(event.currentTarget, box.left + step[0], box.top + step[1]);
      },
    },
  };
}

/** A resting finger scrolls the page by less. */
const THRESHOLD_PX = 24;

/** Whether the page is scrolled. Reads the position only after a scroll event: reading costs a layout. */
function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const read = () => setIsScrolled(window.scrollY > THRESHOLD_PX);
    window.addEventListener("scroll", read, { passive: true });
    return () => window.removeEventListener("scroll", read);
  }, []);
  return isScrolled;
}
