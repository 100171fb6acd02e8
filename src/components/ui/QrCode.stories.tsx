import { QrCode } from "./QrCode.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "short", node: <QrCode text="https://hongbao.example" label="The app" /> },
    {
      name: "long",
      node: (
        <QrCode
          text="https://hongbao.example/unPaymentList?lang=zh-CN#handoff=Zk3-x_9aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"
          label="An order"
        />
      ),
    },
  ],
};
