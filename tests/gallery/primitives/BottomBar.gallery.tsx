import { BottomBar } from "#src/components/BottomBar.tsx";
import { Icon } from "#src/components/Icon.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    {
      name: "four places",
      node: (
        <BottomBar
          label="Main"
          items={[
            { to: "/homePage", label: "Home", icon: <Icon name="home" />, isCurrent: true },
            { to: "/sendRecord", label: "Registros", icon: <Icon name="sent" />, isCurrent: false },
            { to: "/user", label: "មជ្ឈមណ្ឌលផ្ទាល់ខ្លួន", icon: <Icon name="person" />, isCurrent: false },
            { to: "/received", label: "已领取记录", icon: <Icon name="gift" />, isCurrent: false },
          ]}
        />
      ),
    },
  ],
};
