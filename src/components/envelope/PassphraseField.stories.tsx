import { PassphraseField } from "./PassphraseField.tsx";

import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    {
      name: "empty",
      node: <PassphraseField label="Passphrase" value="" onChange={nothing} hint="6 to 32 characters" />,
    },
    {
      name: "filled",
      node: (
        <PassphraseField
          label="Passphrase"
          value="eight happy fish"
          onChange={nothing}
          onGenerate={nothing}
          generateLabel="Make one"
        />
      ),
    },
    { name: "error", node: <PassphraseField label="Passphrase" value="fish" onChange={nothing} error="Too short" /> },
    {
      name: "too long",
      node: (
        <PassphraseField
          label="Passphrase"
          value="eight happy fish and many more than that"
          onChange={nothing}
          error="Too long"
        />
      ),
    },
    {
      name: "disabled",
      node: <PassphraseField label="Passphrase" value="eight happy fish" onChange={nothing} disabled />,
    },
  ],
};
