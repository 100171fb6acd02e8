import { QrCode } from "#src/components/ui/QrCode.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
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
