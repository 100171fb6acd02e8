import { Avatar } from "#src/components/ui/Avatar.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "Latin", node: <Avatar name="lin mei" /> },
    { name: "ideograph", node: <Avatar name="小红" /> },
    { name: "Khmer", node: <Avatar name="សុខ" /> },
    { name: "joined sign", node: <Avatar name="👩‍👩‍👧 family" /> },
    { name: "nameless", node: <Avatar name="" /> },
    { name: "small", node: <Avatar name="Bob" sizePx={24} /> },
    { name: "large", node: <Avatar name="Bob" sizePx={64} /> },
    { name: "picture", node: <Avatar name="Bob" url="/icon.svg" /> },
  ],
};
