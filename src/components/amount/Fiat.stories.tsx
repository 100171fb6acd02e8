import { AppContext } from "#src/hooks/useApp.ts";
import { Fiat } from "./Worth.tsx";

import type { Stories } from "#gallery/picture.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";

export const stories: Stories = {
  pictures: [
    {
      name: "known",
      node: (
        <AppContext value={createStaticApp()}>
          <Fiat amount="0.011039" coinType="eth" />
        </AppContext>
      ),
    },
    {
      name: "no price",
      node: (
        <AppContext value={createStaticApp({ price: null })}>
          <Fiat amount="0.011039" coinType="eth" />
        </AppContext>
      ),
    },
  ],
};
