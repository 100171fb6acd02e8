import { LookScreen } from "#src/components/envelope/LookScreen.tsx";

/** `/redImg`: the cover of the envelopes to come. */
export function RedImg() {
  return <LookScreen kind="cover" />;
}
