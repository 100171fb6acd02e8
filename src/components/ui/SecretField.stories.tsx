import { SecretField } from "./SecretField.tsx";

import { nothing } from "#gallery/nothing.ts";
import type { Stories } from "#gallery/picture.ts";

const LABELS = { label: "Security code", showLabel: "Show", hideLabel: "Hide" };

export const stories: Stories = {
  pictures: [
    { name: "empty", node: <SecretField {...LABELS} value="" onChange={nothing} hint="8 characters" /> },
    { name: "filled", node: <SecretField {...LABELS} value="Secret12" onChange={nothing} /> },
    { name: "error", node: <SecretField {...LABELS} value="secret" onChange={nothing} error="Too short" /> },
    { name: "disabled", node: <SecretField {...LABELS} value="Secret12" onChange={nothing} disabled /> },
  ],
};
