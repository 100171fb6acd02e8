import { Button } from "./Button.tsx";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "primary", node: <Button>Send</Button> },
    { name: "gold", node: <Button variant="gold">Open</Button> },
    { name: "secondary", node: <Button variant="secondary">Share</Button> },
    { name: "danger", node: <Button variant="danger">Cancel the order</Button> },
    { name: "plain", node: <Button variant="plain">Log out</Button> },
    { name: "disabled", node: <Button disabled>Send</Button> },
    { name: "busy", node: <Button isBusy>Send</Button> },
    {
      name: "inline",
      node: (
        <Button isInline variant="secondary">
          Copy
        </Button>
      ),
    },
    { name: "at length", node: <Button>Vincular otra billetera para recibir el dinero de los sobres rojos</Button> },
    { name: "tall letters", node: <Button>ស្រ្ដី ឲ្យខ្ញុំ Ẫ Ễ Ữ ỵ</Button> },
    { name: "with icon", node: <Button icon="send">Send</Button> },
    ...listForced(
      "variants",
      <>
        <Button>Send</Button>
        <Button variant="gold">Open</Button>
        <Button variant="secondary">Share</Button>
        <Button variant="danger">Cancel the order</Button>
        <Button variant="plain">Log out</Button>
      </>,
    ),
  ],
};
