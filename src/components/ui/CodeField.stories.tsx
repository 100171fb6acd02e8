import { CodeField } from "./CodeField.tsx";

import { listForced } from "#gallery/listForced.tsx";
import { nothing } from "#gallery/nothing.ts";
import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "empty", node: <CodeField label="Code" value="" onChange={nothing} length={6} hint="From the mail" /> },
    { name: "begun", node: <CodeField label="Code" value="004" onChange={nothing} length={6} /> },
    { name: "whole", node: <CodeField label="Code" value="004217" onChange={nothing} length={6} disabled /> },
    { name: "error", node: <CodeField label="Code" value="" onChange={nothing} length={6} error="Another code" /> },
    ...listForced("begun", <CodeField label="Code" value="004" onChange={nothing} length={6} />, ["focused"]),
  ],
};
