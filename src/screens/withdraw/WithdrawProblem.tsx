import type { FailureText } from "#machines/kit/failureText.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./WithdrawProblem.module.css";

/** Why the last step did not go through; nothing where it did. */
export function WithdrawProblem({ view }: { view: FailureText }) {
  const text = useFailureText()(view);
  if (text === undefined) return null;
  return (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  );
}
