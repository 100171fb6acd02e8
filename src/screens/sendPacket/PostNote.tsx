import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Button } from "#src/components/ui/Button.tsx";

import { postSheetPart } from "./sendParts.ts";

const { Part: PostSheet } = postSheetPart;

/** The way to a look at the bot's post, where the envelope goes to a group. */
export function PostNote({ view }: { view: EnvelopeSendView }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (view.chatIds.length === 0) return null;
  return (
    <>
      <Button
        variant="plain"
        icon="eye"
        type="button"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {t("envelope:post.title")}
      </Button>
      {isOpen && (
        <Suspense>
          <PostSheet
            view={view}
            onClose={() => {
              setIsOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
