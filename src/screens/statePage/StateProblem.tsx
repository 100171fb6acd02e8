import type { FailureText } from "#machines/kit/failureText.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./StatePage.module.css";

/** Why what is shown may be old; nothing while it is new. */
export function StateProblem({ failure }: { failure: FailureText }) {
  const text = useFailureText()(failure);
  if (text === undefined) return null;
  return (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  );
}
