import { Field } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "empty", node: <Field label="Wish" value="" onChange={nothing} placeholder="Happy new year" /> },
    { name: "filled", node: <Field label="Wish" value="Good luck" onChange={nothing} /> },
    { name: "hint", node: <Field label="Passphrase" value="" onChange={nothing} hint="6 to 32 characters" /> },
    { name: "error", node: <Field label="Passphrase" value="abc" onChange={nothing} error="Too short" /> },
    { name: "after", node: <Field label="Search" value="" onChange={nothing} after={<Icon name="key" />} /> },
    { name: "disabled", node: <Field label="Wish" value="Good luck" onChange={nothing} disabled /> },
    {
      name: "tall letters",
      node: <Field label="ស្រ្ដី ឲ្យខ្ញុំ" value="ស្រ្ដី Ẫ Ễ Ữ ỵ" onChange={nothing} error="ឲ្យខ្ញុំ Ẫ Ễ Ữ ỵ" />,
    },
    {
      name: "counter",
      node: <Field label="Wish" value="Good luck" onChange={nothing} counter={{ value: 9, max: 60 }} />,
    },
    {
      name: "counter at its end",
      node: <Field label="Wish" value="Good luck" onChange={nothing} counter={{ value: 60, max: 60 }} />,
    },
    ...listForced(
      "filled",
      <>
        <Field label="Wish" value="Good luck" onChange={nothing} />
        <Field label="Passphrase" value="abc" onChange={nothing} error="Too short" />
      </>,
      ["focused"],
    ),
  ],
};
