import { useState, useTransition } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Button } from "#src/components/ui/Button.tsx";

/** Few make one. */
const { Part: PictureSheet } = lazyPart(async () => (await import("./PictureSheet.tsx")).PictureSheet);

/** The way to a picture of the user's open envelope, made on the device. */
export function PictureButton({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  // The page stays as it is until the sheet's code is there.
  const [isLoading, startLoading] = useTransition();
  return (
    <>
      <Button variant="secondary" icon="qr" isBusy={isLoading} onClick={() => startLoading(() => setIsOpen(true))}>
        {t("envelope:picture.title")}
      </Button>
      {isOpen && <PictureSheet envelope={envelope} onClose={() => setIsOpen(false)} />}
    </>
  );
}
