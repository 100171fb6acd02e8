import { LookScreen } from "#src/components/envelope/LookScreen.tsx";

/** `/redPageAdmin`: the text of the envelopes to come. */
export function RedPageAdmin() {
  return <LookScreen kind="text" />;
}
