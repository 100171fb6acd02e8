import { useEffect, type RefObject } from "react";

const FIELDS = 'input:not([type="radio"], [type="checkbox"])';

/** Enter leaves a field for the next one, as its key on a phone says; after the last one the keyboard goes away. */
export function useEnterForNext(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = form;
    const goOn = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== "Enter" || event.isComposing || !(target instanceof HTMLInputElement)) return;
      const fields = [...(current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])];
      const index = fields.indexOf(target);
      if (index === -1) return;
      event.preventDefault();
      const next = fields[index + 1];
      if (next === undefined) target.blur();
      else next.focus();
    };
    current?.addEventListener("keydown", goOn);
    return () => {
      current?.removeEventListener("keydown", goOn);
    };
  }, [form]);
}
