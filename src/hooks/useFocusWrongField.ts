import { useEffect, type RefObject } from "react";

const WRONG = '[aria-invalid="true"], [data-refusal]';

/** After each refusal of a form its first wrong field is in sight and has the focus, the second time as well. */
export function useFocusWrongField(form: RefObject<HTMLElement | null>, rejectedSubmits: number): void {
  useEffect(() => {
    if (rejectedSubmits === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>(WRONG);
    wrong?.scrollIntoView({ block: "center" });
    wrong?.focus({ preventScroll: true });
  }, [form, rejectedSubmits]);
}
