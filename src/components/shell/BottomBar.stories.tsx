import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";
import { BottomBar } from "./MainBar.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";

/** Landmarks of one page need names of their own. */
const drawBar = (label: string) => (
  <BottomBar
    label={label}
    items={[
      { to: "/homePage", label: "Home", icon: <Icon name="home" />, isCurrent: true },
      { to: "/sendRecord", label: "Registros", icon: <Icon name="sent" />, isCurrent: false },
      { to: "/user", label: "មជ្ឈមណ្ឌលផ្ទាល់ខ្លួន", icon: <Icon name="person" />, isCurrent: false },
      { to: "/received", label: "已领取记录", icon: <Icon name="gift" />, isCurrent: false },
    ]}
  />
);

export const stories: Stories = {
  pictures: [
    { name: "four places", node: drawBar("Main") },
    ...listForced("four places", drawBar("Hovered"), ["hovered"]),
    ...listForced("four places", drawBar("Pressed"), ["pressed"]),
    ...listForced("four places", drawBar("Focused"), ["focused"]),
  ],
};
