import { useId, type KeyboardEvent, type ReactNode } from "react";

import styles from "./Tabs.module.css";
import { useMarker } from "#src/hooks/useMarker.ts";

interface TabsProps<Value extends string> {
  /** Names the list of tabs for screen readers. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The open tab's panel. */
  children: ReactNode;
}

/** Tabs by the WAI-ARIA pattern: arrow keys, Home and End move and select. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const chosenIndex = tabs.findIndex((tab) => tab.value === value);
  const { container: list, style: line } = useMarker<HTMLDivElement>("button", chosenIndex);

  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowRight: chosenIndex + 1, ArrowLeft: chosenIndex - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const position = (next + tabs.length) % tabs.length;
    const tab = tabs[position];
    if (tab === undefined) return;
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[position]?.focus();
  };

  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} tabIndex={-1} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
        {line !== null && <span className={styles.line} style={line} aria-hidden="true" />}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
