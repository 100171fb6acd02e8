import type { ReactNode } from "react";

import styles from "./Envelope.module.css";

interface EnvelopeProps {
  /** `opening` plays until the answer is there; `opened` lifts the letter with `children` out. */
  state: "sealed" | "opening" | "opened" | "empty" | "expired";
  /** On the seal, one character or sign. */
  seal?: ReactNode;
  /** On the front of a closed envelope: the sender's text. */
  front?: ReactNode;
  /** On the letter of an opened envelope: the amount. */
  children?: ReactNode;
}

/** The red envelope itself. Words about its state belong beside it; this is the picture. */
export function Envelope({ state, seal = "福", front, children }: EnvelopeProps) {
  return (
    <div className={styles.envelope} data-state={state}>
      <div className={styles.back} />
      <div className={styles.letter}>{state === "opened" && children}</div>
      <div className={styles.body}>{state !== "opened" && <div className={styles.front}>{front}</div>}</div>
      <div className={styles.flap} />
      <div className={styles.seal} lang="zh-CN" aria-hidden="true">
        {seal}
      </div>
      {state === "opened" && (
        <div className={styles.sparks} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
          <i />
          <i />
        </div>
      )}
    </div>
  );
}
