// Generated from openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/v1/telegram/auth": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in with the raw launch data that the messenger signed. notAvailable: the account was deleted after this launch, or by a session of it; nothing was made, and only a launch since then makes a new account. serviceUnavailable: that deletion still goes on, for about a minute where the account had many movements */
        post: operations["telegramAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/telegram/logout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the session of this bearer */
        post: operations["telegramLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/getUserInfo": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's account */
        get: operations["getUserInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/lang": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's stored language */
        get: operations["getLang"];
        put?: never;
        /** Store the caller's language */
        post: operations["setLang"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/accountAmountInfo": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** In-app balance and totals of one coin */
        get: operations["accountAmountInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/paymentCode": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The live external payment code, or a fresh one when none is live; with proveType a fresh one that only proves a wallet */
        post: operations["paymentCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/handoffCode": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A link that opens the payment page of one order in another browser; used once, 5 minutes */
        post: operations["handoffCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change privacy and notification choices */
        post: operations["updateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/deletion": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** What keeps the account from being deleted */
        get: operations["accountDeletion"];
        put?: never;
        /** Delete the account for good: notAvailable while accountDeletion names an obstacle. Every session ends: where the answer is lost, unauthorized tells that it is gone, and telegramAuth says notAvailable to the launch data of before */
        post: operations["deleteAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/updateEmail": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set or change the email, with the code sent to the new address */
        post: operations["updateEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/changeSecurityCode": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the security code, which needs an email first, or change it with the present one */
        post: operations["changeSecurityCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/recoverSecurityCode": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a forgotten security code, with the code sent to the stored email */
        post: operations["recoverSecurityCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email/sendVerificationCode": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a six-digit code by email: to the new address for updateEmail, to the stored one for recoverSecurityCode, which names none */
        post: operations["sendVerificationCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/info": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Coins, limits and addresses the app needs before login */
        get: operations["systemInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/solvency": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Signed daily statements of what is owed and what the treasury holds, the newest first; docs/solvency.md says how to check them */
        get: operations["solvency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/drawKeys": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The public keys that sign receipts and roots of draws for all, each for a month, the oldest first */
        get: operations["drawKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/drawRoot": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** What was published of all draws of a round of the beacon, before it was spoken; kept for a year */
        get: operations["drawRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/history": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Each change of the status of an own order, envelope or payout, oldest first; exactly one id is given */
        get: operations["systemHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Group chats linked to the caller
         * @description The newest hundred in which the caller and the bot are. Fails as a whole while the messenger does not say whether the caller is in one of them
         */
        get: operations["chatList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/rights": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the bot sees who is a member of some of the caller's chats
         * @description Asked of the messenger at that moment; for the form of a send, while the chats are chosen
         */
        get: operations["chatRights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/size": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * How many members one of the caller's chats has
         * @description As the messenger said an hour ago at most; for the form of a send, to choose the number of shares
         */
        get: operations["chatSize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/request": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a button by which the messenger asks the caller for one of their groups
         * @description Whoever chooses a group there adds the bot to it; the group is linked once the messenger has told the bot
         */
        post: operations["requestChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/business/coinPrice": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Price of a pair; "0" when no price is known */
        get: operations["coinPrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/antiFraud/query": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Verdict on a messenger account */
        get: operations["antiFraudQuery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/antiFraud/report": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a messenger account */
        post: operations["antiFraudReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's bound wallets */
        get: operations["walletList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/challenge": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A text whose signature proves the address; single use, 10 minutes */
        post: operations["walletChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/proofRequest": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Which wallet the page of a proving payment code asks for */
        get: operations["proofRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/bind": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bind an address, typed or with proof; under a payment code only with proof, and only the wallet of an order that it shows or of the type that it is for */
        post: operations["bindWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/unbind": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unbind a wallet of the caller */
        post: operations["unbindWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/balance": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** On-chain balance of the caller's wallet of a coin, or of the wallet an order is to be paid from */
        get: operations["walletBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/payoutQuote": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Gross, live fee and net of a payout, valid for 60 seconds */
        get: operations["payoutQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/payout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pay the in-app balance out to the proven wallet */
        post: operations["payout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/payouts": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's payouts, the newest first; by payoutId only that one */
        get: operations["payouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/depositInfo": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Where money of a coin is sent to be credited to the caller's balance */
        get: operations["depositInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/depositRequest": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** All that a wallet needs to sign a transfer to the caller's balance, on a chain where it carries a reference */
        get: operations["depositRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/movements": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** What the caller's balances gained and lost, the newest first */
        get: operations["movements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/solvencyProof": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** That the caller's balance is in the tree of the newest statement of solvency with figures; docs/solvency.md says how to check it */
        get: operations["solvencyProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/cancelPayout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take back a payout that is queued or held; the money is in the balance again */
        post: operations["cancelPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/autoPayout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The coins whose balance is paid out by itself */
        get: operations["autoPayoutList"];
        put?: never;
        /** Switch automatic payout of a coin on or off */
        post: operations["autoPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/sendRedEnvelope": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create one envelope per chat and the order that pays for them */
        post: operations["sendRedEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/acceptRedEnvelope": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claim a share with the passphrase, or by a tap where members may open it; a repeat answers the same claim */
        post: operations["acceptRedEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/entry": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's entry in the draw of an envelope, and its claim once it has won */
        get: operations["entry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/evidence": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** All that proves the draws of an envelope, as far as their entries are closed, for who may see its list */
        get: operations["evidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/claimDetail": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** An envelope and its claims, newest first */
        get: operations["claimDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/history": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's claims, newest first */
        get: operations["history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/allSendRecords": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's envelopes, newest first */
        get: operations["allSendRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/claimStaticBashboard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Totals of the caller's claims in one coin */
        get: operations["claimStaticBashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/fairness": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The commitment of the draw and, after the end, what it hides */
        get: operations["envelopeFairness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/share": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prepare a message that shares an open envelope of the caller */
        post: operations["shareEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/close": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an open envelope of the caller before its time and take the rest back
         * @description A repeat answers the same envelope. Refused with notAvailable before `closableAt`, which the answer names, and once it is over
         */
        post: operations["closeEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/thank": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Thank the sender of an envelope of which the caller has a share
         * @description One each, which can be changed and taken back. notFound for who has no share
         */
        post: operations["thankSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/getGroupRanking": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Ranking of group chats by what was claimed from envelopes that were sent into them and have ended, as in getUserRanking; a group counts once five different people have claimed in it */
        get: operations["getGroupRanking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/getUserRanking": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Ranking of senders by what others claimed from their envelopes that have ended, worth what it was at the opening; of each sender and claimer the first share of a week counts */
        get: operations["getUserRanking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/coverList": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Covers to choose from */
        get: operations["coverList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redpackage/textList": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Copy texts to choose from */
        get: operations["textList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/redEnvelopeCoverAndMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** The caller's chosen cover and text */
        get: operations["redEnvelopeCoverAndMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/updateRedEnvelopeCover": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a cover */
        post: operations["updateRedEnvelopeCover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/updateRedEnvelopeMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a copy text */
        post: operations["updateRedEnvelopeMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/order/unpaidList": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** Orders that still wait for money or for the chain */
        get: operations["unpaidList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/order/redeemHandoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payment code of the one order that a handoff code was made for */
        post: operations["redeemHandoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/order/detail": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** One order */
        get: operations["orderDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/order/paymentRequest": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        /** All a wallet needs to sign the payment */
        get: operations["paymentRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/order/submitPayment": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report the transaction that pays an order; the chain decides */
        post: operations["submitPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/order/payFromBalance": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pay an order from the in-app balance */
        post: operations["payFromBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/order/cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel an order for which no payment is on its way; what was paid of it goes to the balance */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process lives */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process can serve, its database answers */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @constant */
        SuccessCode: 200;
        Error: {
            /** @description HTTP status, but 61 for a revoked session */
            code: number;
            msg: string;
            data: null | components["schemas"]["ErrorData"];
            error: components["schemas"]["ErrorKey"];
        };
        /** @description What some errors say besides the text */
        ErrorData: {
            /** @description Of spendingBlocked: what blocks the coin that was to be spent */
            spendingBlocks?: components["schemas"]["SpendingBlock"][];
            /** @description Of notAvailable: from when on it can be done */
            availableAt?: components["schemas"]["Time"];
            /** @description Of membersOnly: what the envelope asks for, and what of it the caller meets. Of botNotAdministrator: the chats in which the bot is no administrator */
            conditions?: components["schemas"]["Condition"][];
        };
        /** @enum {string} */
        ErrorKey: "invalidRequest" | "paymentCodeMissing" | "unauthorized" | "sessionRevoked" | "loginVerificationFailed" | "launchDataExpired" | "wrongSecurityCode" | "securityCodeRequired" | "wrongVerificationCode" | "paymentCodeInvalid" | "ownEnvelope" | "spendingBlocked" | "membersOnly" | "wrongPassphrase" | "notFound" | "soldOut" | "walletAlreadyBound" | "walletLimitReached" | "walletNotBound" | "walletAddressMismatch" | "insufficientBalance" | "coinNotEnabled" | "orderNotPayable" | "idempotencyConflict" | "sameEmail" | "emailRequired" | "walletNotProven" | "walletUnsupported" | "deviceClockWrong" | "notAvailable" | "botNotAdministrator" | "envelopeExpired" | "verificationCodeExpired" | "quoteExpired" | "securityCodeLocked" | "tooManyTries" | "internal" | "balanceUnavailable" | "chainUnavailable" | "serviceUnavailable";
        Id: string;
        /** Format: date-time */
        Time: string;
        /** @description Decimal of the whole coin, no trailing zeros, no exponent */
        Amount: string;
        RequestAmount: string;
        /** @description Count of all that match */
        Total: number;
        /** @description null on the last page */
        NextCursor: string | null;
        /** @enum {string} */
        CoinType: "tron" | "sol" | "ton" | "eth" | "usdt";
        /** @enum {string} */
        WalletType: "ETH" | "Solana" | "Tron" | "Ton";
        /** @enum {string} */
        Lang: "en" | "es" | "id" | "km" | "vi" | "zh_CN" | "zh_TW";
        Network: {
            /** @description CAIP-2 id */
            id: string;
            /** @description For people */
            name: string;
        };
        Person: {
            /** @description Display name */
            name: string;
            /** @description Avatar */
            url: string | null;
        };
        UserItem: {
            tgUserId: number;
            /** @description Display name: first and last name, as the messenger tells them */
            name: string;
            username: string | null;
            /** @description Avatar */
            url: string | null;
            lang: components["schemas"]["Lang"];
            email: string | null;
            /** @description First bound of ETH, Solana, Tron, Ton */
            walletAddress: string | null;
            /** @description The live code */
            externalPaymentCode: string | null;
            hasSecurityCode: boolean;
            /** @description Cosmetic; from the value of what others claimed from the person, as the ranking of senders counts it */
            vipLevel: number;
            /** @description Whether the person is left out of the ranking of senders */
            hideFromRanking?: boolean;
            /** @description Whether the bot writes to the person; warnings about the account come anyway */
            allowNotifications?: boolean;
            /** @description What blocks withdrawals and payments from the balance now; those that end first at the beginning */
            spendingBlocks: components["schemas"]["SpendingBlock"][];
        };
        SpendingBlock: {
            /** @description null blocks every coin */
            coinType: components["schemas"]["CoinType"] | null;
            /**
             * @description The change that another person may have made
             * @enum {string}
             */
            cause: "walletChanged" | "emailChanged" | "codeRecovered";
            until: components["schemas"]["Time"];
        };
        AccountAmountInfo: {
            balance: components["schemas"]["Amount"];
            /** @description Opened totals minus refunds */
            amountSent: components["schemas"]["Amount"];
            amountReceived: components["schemas"]["Amount"];
            quantityReceived: number;
            /** @description Every coin that the caller has or had something of, also one that is switched off */
            coinTypes: components["schemas"]["CoinType"][];
        };
        TelegramAuthBody: {
            /** @description The raw string of the messenger */
            initData: string;
        };
        SetLangBody: {
            /** @enum {string} */
            lang: "en" | "es" | "id" | "km" | "vi" | "zh_CN" | "zh_TW" | "zh-CN" | "zh-TW";
        };
        UpdateUserBody: {
            hideFromRanking?: boolean;
            allowNotifications?: boolean;
        };
        UpdateEmailBody: {
            email: components["schemas"]["Email"];
            verificationCode: components["schemas"]["VerificationCode"];
            securityCode?: components["schemas"]["SecurityCode"];
        };
        DeletionObstacle: {
            /**
             * @description underReview: an operator looks into the account; balance: money that can be withdrawn; envelope: one of the caller's is not over; claimedEnvelope: one that the caller claimed from is still open, or one in whose draw the caller waits; order: not paid yet, or being opened; payout: a withdrawal under way; deposit: a transfer that is not final
             * @enum {string}
             */
            kind: "underReview" | "balance" | "envelope" | "claimedEnvelope" | "order" | "payout" | "deposit";
            /** @description Null of underReview */
            coinType: components["schemas"]["CoinType"] | null;
            /** @description What is owed, in the whole coin */
            amount: string | null;
            /** @description Of the envelope, order, payout or transaction */
            id: string | null;
            /**
             * Format: date-time
             * @description When it ends by itself
             */
            until: string | null;
        };
        DeleteAccountBody: {
            securityCode?: components["schemas"]["SecurityCode"];
        };
        ChangeSecurityCodeBody: {
            newSecurityCode: components["schemas"]["SecurityCode"];
            securityCode?: components["schemas"]["SecurityCode"];
        };
        RecoverSecurityCodeBody: {
            verificationCode: components["schemas"]["VerificationCode"];
            newSecurityCode: components["schemas"]["SecurityCode"];
        };
        SendVerificationCodeBody: {
            /** @enum {string} */
            purpose: "updateEmail" | "recoverSecurityCode";
            email?: components["schemas"]["Email"];
        };
        Email: string;
        VerificationCode: string;
        SecurityCode: string;
        SystemInfo: {
            /** @description Coins open for new sends and bindings */
            coins: components["schemas"]["CoinInfo"][];
            /** @description Coins whose balances can be withdrawn here, open or not: those for which something signs payouts */
            payoutCoins: components["schemas"]["PayoutCoin"][];
            botUsername: string;
            /**
             * Format: uri
             * @description The app inside the messenger
             */
            appUrl: string;
            officialDomains: string[];
            /** @description true when this request did not come to an official https domain */
            isDomHttp: boolean;
            redPackTextList: components["schemas"]["CopyText"][];
            redPackImgList: components["schemas"]["Cover"][];
            userPackConfig: components["schemas"]["UserPackConfig"];
        };
        UserPackConfig: {
            minCount: number;
            maxCount: number;
            passphraseMinLength: number;
            passphraseMaxLength: number;
            remarkMaxLength: number;
            maxChats: number;
            envelopeTtlSeconds: number;
            orderTtlSeconds: number;
            maxWallets: number;
        };
        CoinInfo: {
            coinType: components["schemas"]["CoinType"];
            min: components["schemas"]["Amount"];
            max: components["schemas"]["Amount"];
            decimals: number;
            maxInputLength: number;
            /** @description null until the chain was reached */
            network: components["schemas"]["Network"] | null;
            explorerTx: components["schemas"]["ExplorerTx"];
        };
        PayoutCoin: {
            coinType: components["schemas"]["CoinType"];
            /** @description null until the chain was reached */
            network: components["schemas"]["Network"] | null;
            /** @description What a withdrawal costs, where the server fixes it; left out where the network decides */
            fee?: components["schemas"]["Amount"];
        };
        /** @description URL of a transaction with {txHash} in it; null where there is no explorer */
        ExplorerTx: string | null;
        Chat: {
            chatId: components["schemas"]["ChatId"];
            title: string;
            /**
             * @description Envelopes are posted in groups
             * @enum {string}
             */
            kind: "group" | "channel";
            isBotAdministrator: boolean;
            /** @description The chat tells its members to administrators alone, and the bot is none: nothing can be sent there until somebody makes the bot an administrator */
            areMembersHidden: boolean;
        };
        ChatRights: {
            chatId: components["schemas"]["ChatId"];
            /**
             * @description Whether the bot is an administrator, to whom alone the messenger tells for sure who is a member; `unknown` where the messenger did not answer: it forbids nothing, and may be asked again
             * @enum {string}
             */
            seesMembers: "yes" | "no" | "unknown";
            /** @description As of Chat */
            areMembersHidden: boolean;
        };
        ChatSize: {
            /** @description Bots are counted too, so at least one is none of the people; null where the messenger does not say */
            memberCount: number | null;
        };
        ChatId: string;
        AntiFraudReportBody: {
            account: string;
            reason?: string;
        };
        Wallet: {
            walletId: components["schemas"]["Id"];
            type: components["schemas"]["WalletType"];
            address: string;
            /** @description A signature proved the ownership */
            proven: boolean;
        };
        Challenge: {
            challengeId: components["schemas"]["Id"];
            /** @description The text to sign as it is */
            message: string;
            expiresAt: components["schemas"]["Time"];
        };
        Balance: {
            coinType: components["schemas"]["CoinType"];
            address: string;
            balance: components["schemas"]["Amount"];
        };
        WalletAddress: string;
        WalletChallengeBody: {
            type: components["schemas"]["WalletType"];
            /** @description Left out for Ton, whose wallet names it with the proof */
            address?: components["schemas"]["WalletAddress"];
        };
        BindWalletBody: {
            type: components["schemas"]["WalletType"];
            address: components["schemas"]["WalletAddress"];
            proof?: components["schemas"]["WalletProof"];
            securityCode?: components["schemas"]["SecurityCode"];
        };
        /** @description Either signature or tonProof */
        WalletProof: {
            challengeId: components["schemas"]["Id"];
            signature?: string;
            tonProof?: {
                /** @description The network's global id */
                network: string;
                publicKey: string;
                stateInit: string;
                proof: {
                    timestamp: number;
                    domain: {
                        lengthBytes: number;
                        value: string;
                    };
                    signature: string;
                    payload: string;
                };
            };
        };
        UnbindWalletBody: {
            walletId: components["schemas"]["Id"];
            securityCode?: components["schemas"]["SecurityCode"];
        };
        PayoutQuote: {
            quoteId: components["schemas"]["Id"];
            gross: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            net: components["schemas"]["Amount"];
            /** @description The proven wallet of the coin */
            toAddress: string;
            expiresAt: components["schemas"]["Time"];
        };
        /** @enum {string} */
        PayoutStatus: "queued" | "held" | "sending" | "confirming" | "paid" | "cancelled" | "returned";
        Payout: {
            payoutId: components["schemas"]["Id"];
            coinType: components["schemas"]["CoinType"];
            gross: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            net: components["schemas"]["Amount"];
            /** @description Back in the balance after cancelled and returned: gross, less what the network kept of the fee; else null */
            returnedAmount: string | null;
            /** @description What the network kept of the fee of a returned payout; null where returnedAmount is */
            lostFee: string | null;
            /** @description Frozen when the payout is made */
            toAddress: string;
            status: components["schemas"]["PayoutStatus"];
            /**
             * @description limit: above a limit of the person's day, which an operator looks at, or of everybody's hour; treasury: the treasury is being filled; fee: the network asks for more than was agreed; paused: all payouts are stopped; frozen: the person, wallet or coin is under review; receiver: the wallet takes no transfer, which is tried again
             * @enum {string|null}
             */
            heldReason: "limit" | "treasury" | "fee" | "paused" | "frozen" | "receiver" | null;
            isAutomatic: boolean;
            /** @description Of the transaction that is on its way or has landed */
            txHash: string | null;
            explorerTx: components["schemas"]["ExplorerTx"];
            confirmations: number;
            requiredConfirmations: number;
            createdAt: components["schemas"]["Time"];
            /** Format: date-time */
            settledAt: string | null;
            life?: components["schemas"]["Life"];
        };
        DepositInfo: {
            coinType: components["schemas"]["CoinType"];
            network: components["schemas"]["Network"];
            /** @description The treasury */
            address: string;
            /** @description Names the caller's account, for ever: the comment on TON, a further account of the transfer on Solana. With it the money is credited whoever sends it; without it only what comes from a wallet that the caller has proven. null on a chain without references */
            reference: string | null;
            /** @description Of a coin that is a contract on TON: the address of its master, which a wallet's link names; null for a network's own coin */
            jettonMaster: string | null;
            /** @description Less is not credited */
            minAmount: components["schemas"]["Amount"];
        };
        DepositRequest: {
            network: components["schemas"]["Network"];
            from: string;
            signing: components["schemas"]["PaymentSigning"];
        };
        Movement: {
            /** @description Of the ledger's transaction */
            movementId: string;
            /**
             * @description deposit: a transfer arrived, or what it had more than its order; assign: an operator credited what no proof could; claim; refund: the rest of an envelope came back; orderEnded: what was paid to an order that ended unpaid; balance: paid an order; payout: withdrawn; payoutBack: a withdrawal was cancelled; payoutReturned: one could not be paid, less what the network kept
             * @enum {string}
             */
            kind: "deposit" | "assign" | "claim" | "refund" | "orderEnded" | "balance" | "payout" | "payoutBack" | "payoutReturned";
            coinType: components["schemas"]["CoinType"];
            /** @description What the balance gained, or with a minus lost, in the whole coin */
            amount: string;
            at: components["schemas"]["Time"];
            /** @description Of claim and refund */
            envelopeId: string | null;
            /** @description Of balance and orderEnded */
            orderId: string | null;
            /** @description Of payout, payoutBack and payoutReturned */
            payoutId: string | null;
        };
        PayoutIdBody: {
            payoutId: components["schemas"]["Id"];
        };
        AutoPayout: {
            coinType: components["schemas"]["CoinType"];
            maxFee: components["schemas"]["Amount"];
        };
        PayoutBody: {
            quoteId: components["schemas"]["Id"];
            securityCode: components["schemas"]["SecurityCode"];
        };
        AutoPayoutBody: {
            coinType: components["schemas"]["CoinType"];
            enabled: boolean;
            maxFee?: components["schemas"]["RequestAmount"];
            securityCode: components["schemas"]["SecurityCode"];
        };
        /** @enum {string} */
        EnvelopeType: "ordinary" | "luckyDraw";
        /** @enum {string} */
        EnvelopeStatus: "draft" | "awaitingPayment" | "open" | "finished" | "expired" | "refunded" | "cancelled";
        /** @enum {string} */
        RecordStatus: "notReceived" | "partiallyReceived" | "received";
        /**
         * @description instant: the n-th claim takes slot n at once. together: whoever enters within drawWindowS of the first entry is in one draw, by the public randomness of a round that the first entry fixes
         * @enum {string}
         */
        DrawRule: "instant" | "together";
        /** @description Of the beacon */
        Round: number;
        /** @description 32 bytes in hex */
        Hash: string;
        /** @description The hashes beside a leaf's way to the root, the lowest first */
        Path: components["schemas"]["Hash"][];
        /** @description A person's place in the draw of an envelope */
        Entry: {
            /** @description The id of its claim, if it wins */
            entryId: components["schemas"]["Id"];
            /** @description In the order of coming; it decides nothing */
            place: number;
            /** @description How many are in the same draw */
            entries: number;
            enteredAt: components["schemas"]["Time"];
            /** @description Until then others enter */
            closesAt: components["schemas"]["Time"];
            /** @description Of the beacon; it decides */
            round: number;
            /**
             * @description undrawn: the beacon was silent for a day; the money went back to the sender
             * @enum {string}
             */
            status: "waiting" | "won" | "lost" | "undrawn";
            /** @description Always the same; null where the key of its month cannot be read any more */
            receipt: components["schemas"]["DrawReceipt"] | null;
            /** @description Of the round, once it is published; null where it was not */
            root: components["schemas"]["DrawRoot"] | null;
            /** @description Of the round, once the draw is settled */
            signature: string | null;
            /** @description What proves the amount of the claim under the commitment; null unless it has won */
            share: {
                slot: number;
                salt: components["schemas"]["Hash"];
                path: components["schemas"]["Path"];
            } | null;
        };
        /** @description What the operator signs for each entry: domain/draw/receipt.ts */
        DrawReceipt: {
            /** @enum {string} */
            about: "hongbao.receipt.1";
            /** @description Of the beacon's chain */
            beacon: components["schemas"]["Hash"];
            envelopeId: components["schemas"]["Id"];
            commitment: components["schemas"]["Hash"];
            entryId: components["schemas"]["Id"];
            place: number;
            round: components["schemas"]["Round"];
            enteredAt: components["schemas"]["Time"];
            closesAt: components["schemas"]["Time"];
            /** @description Of the entry before; at first of the commitment and the number of shares */
            previousHead: components["schemas"]["Hash"];
            head: components["schemas"]["Hash"];
            /** @description Whose entry it is; nonce opens it */
            who: components["schemas"]["Hash"];
            keyId: components["schemas"]["DrawKeyId"];
            /** @description Not signed */
            nonce: string;
            signature: components["schemas"]["Signature"];
        };
        /** @description All draws that one round decides, signed: domain/draw/drawRoot.ts. There is one a round at most */
        DrawRoot: {
            /** @enum {string} */
            about: "hongbao.root.1";
            beacon: components["schemas"]["Hash"];
            round: components["schemas"]["Round"];
            root: components["schemas"]["Hash"];
            draws: number;
            /** @description Where it is after the round's time, nothing proves that the draw was closed before */
            madeAt: components["schemas"]["Time"];
            keyId: components["schemas"]["DrawKeyId"];
            signature: components["schemas"]["Signature"];
        };
        DrawKeyId: string;
        /** @description Ed25519, over the SHA-256 of the canonical JSON of the signed fields */
        Signature: string;
        /** @description A key of a month, and what the key of the statements of solvency says of it: domain/draw/drawKey.ts */
        DrawKey: {
            /** @enum {string} */
            about: "hongbao.drawKey.1";
            keyId: components["schemas"]["DrawKeyId"];
            /** @description Ed25519 */
            publicKey: components["schemas"]["Hash"];
            validFrom: components["schemas"]["Time"];
            validUntil: components["schemas"]["Time"];
            /** @description The key of the statements of solvency; null where there is none */
            certifiedBy: components["schemas"]["Hash"] | null;
            certificate: components["schemas"]["Signature"] | null;
        };
        /** @description All that proves the draws of an envelope to somebody who trusts nobody: domain/draw/evidence.ts */
        DrawEvidence: {
            /** @enum {string} */
            about: "hongbao.evidence.1";
            beacon: {
                hash: components["schemas"]["Hash"];
                publicKey: string;
                genesisS: number;
                periodS: number;
            };
            envelopeId: components["schemas"]["Id"];
            coinType: components["schemas"]["CoinType"];
            commitment: components["schemas"]["Hash"];
            count: number;
            totalAmount: components["schemas"]["Amount"] | null;
            /** @description Those whose entries are closed, the first first */
            windows: {
                round: components["schemas"]["Round"];
                closesAt: components["schemas"]["Time"];
                /** @description By place */
                entryIds: components["schemas"]["Id"][];
                /** @description null until the draw is settled, and for ever where it is undrawn */
                signature: string | null;
                isUndrawn: boolean;
                root: components["schemas"]["DrawRoot"] | null;
                proof: {
                    path: components["schemas"]["Path"];
                } | null;
            }[];
            /** @description What was won, in the order of the claims; null for who has entered and may not see the list: they can check the rest, and their own rank */
            shares: {
                entryId: components["schemas"]["Id"];
                slot: number;
                amount: components["schemas"]["Amount"];
                salt: components["schemas"]["Hash"];
                path: components["schemas"]["Path"];
                name: string;
            }[] | null;
            /** @description null until the envelope has ended */
            revealed: {
                salt: components["schemas"]["Hash"];
                /** @description In slot order */
                shares: components["schemas"]["Amount"][];
            } | null;
            /** @description Those of the months of its entries and roots */
            keys: components["schemas"]["DrawKey"][];
        };
        /**
         * @description Whoever knows the passphrase, or members of the envelope's group by a tap
         * @enum {string}
         */
        ClaimRule: "passphrase" | "members";
        /** @description A chat that somebody has to be a member of */
        Condition: {
            chatId: components["schemas"]["ChatId"];
            /** @description null for a private chat, unless the caller is in it or in the envelope's group, sent the envelope or has a share of it */
            title: string | null;
            /** @description null for a private chat */
            link: string | null;
            /** @description Whether the caller is a member, at most a minute old; null if the messenger was not asked */
            isMet: boolean | null;
        };
        /** @description The sender, the claimers and, once it has ended, people linked to its chat see everything (passphrase only the sender); to others what may be null is null */
        Envelope: {
            envelopeId: components["schemas"]["Id"];
            type: components["schemas"]["EnvelopeType"];
            coinType: components["schemas"]["CoinType"];
            totalAmount: string | null;
            /** @description null for a lucky draw */
            singleAmount: string | null;
            count: number | null;
            remainingAmount: string | null;
            remainingCount: number;
            status: components["schemas"]["EnvelopeStatus"];
            recordStatus: components["schemas"]["RecordStatus"];
            /** @description Shares claimed */
            receivedQuantity: number | null;
            /** @description Sum claimed */
            paidOutAmount: string | null;
            claimRule: components["schemas"]["ClaimRule"];
            /** @description Of members: the envelope's group, then the other required chats. Else empty */
            conditions: components["schemas"]["Condition"][];
            /** @description null also where members open it by a tap */
            passphrase: string | null;
            remark: string | null;
            coverId: string | null;
            messageId: string | null;
            chatId: string | null;
            createdAt: components["schemas"]["Time"];
            /** Format: date-time */
            openedAt: string | null;
            /**
             * Format: date-time
             * @description null until opened
             */
            expiresAt: string | null;
            sender: components["schemas"]["Person"];
            /** @description SHA-256 in hex; null until opened */
            commitment: string | null;
            /** @description The sender ended it before its time */
            isEndedBySender: boolean;
            drawRule: components["schemas"]["DrawRule"];
            /** @description null where each claim takes its share at once */
            drawWindowS: number | null;
            /** @description How many have entered its draws */
            entryCount: number;
            /**
             * Format: date-time
             * @description When the latest window closes, or has closed; null before the first entry
             */
            closesAt: string | null;
            life?: components["schemas"]["Life"];
            /** @description Only for its sender, of an open one: from when on it can be ended */
            closableAt?: components["schemas"]["Time"];
        };
        Claim: {
            claimId: components["schemas"]["Id"];
            envelopeId: components["schemas"]["Id"];
            coinType: components["schemas"]["CoinType"];
            amount: components["schemas"]["Amount"];
            claimedAt: components["schemas"]["Time"];
            /** @description Only in a finished lucky draw of two shares or more */
            bestLuck: boolean;
            isMine: boolean;
            user: components["schemas"]["Person"];
            /** @description How the claimer thanks the sender; null who has not */
            reaction: components["schemas"]["Reaction"] | null;
        };
        /** @enum {string} */
        Reaction: "clap" | "heart" | "fire" | "pray" | "party" | "laugh";
        /** @description A claim as its claimer looks back on it: with whose gift it was */
        ReceivedClaim: components["schemas"]["Claim"] & {
            sender: components["schemas"]["Person"];
            coverId: string | null;
        };
        ReceivedSum: {
            coinType: components["schemas"]["CoinType"];
            amount: components["schemas"]["Amount"];
        };
        /** @description hash is the SHA-256 of the canonical JSON (no spaces, keys in alphabetical order) of all other fields but signature */
        SolvencyStatement: {
            /** @description Without gaps */
            number: number;
            /**
             * Format: date
             * @description In UTC; each statement is of the day after the one before
             */
            day: string;
            madeAt: components["schemas"]["Time"];
            /** @description Empty for a day on which no statement could be made */
            coins: components["schemas"]["SolvencyOfCoin"][];
            /** @description SHA-256 of the server's /verify.html, which checks draws; null where it serves none, and absent in old statements */
            verifierHash?: string | null;
            /** @description hash of the statement before; null in the first */
            previousHash: string | null;
            /** @description Ed25519, 32 bytes in hex */
            publicKey: string;
            hash: string;
            /** @description Ed25519 over the 32 bytes of hash, in hex */
            signature: string;
        };
        /** @description One coin, all of one moment of the books: owed.total is what treasuryBalance and coldBalance have to cover */
        SolvencyOfCoin: {
            coinType: components["schemas"]["CoinType"];
            /** @description CAIP-2; null if the chain was never reached */
            network: string | null;
            treasuryAddress: string;
            /** @description Addresses that were the treasury before; their money counts */
            oldTreasuryAddresses: string[];
            /** @description The final block, or its like, at which two endpoints agreed on treasuryBalance; null if the chain could not be read that day */
            position: number | null;
            /**
             * Format: date-time
             * @description Of that block
             */
            blockTime: string | null;
            /** @description What these addresses held at that block, by the chain; null if the chain could not be read that day */
            treasuryBalance: components["schemas"]["Amount"] | null;
            /** @description What the operator moved to cold addresses, by the books */
            coldBalance: components["schemas"]["Amount"];
            owed: {
                /** @description Balances of people */
                people: components["schemas"]["Amount"];
                /** @description Not claimed yet in open envelopes */
                envelopes: components["schemas"]["Amount"];
                /** @description Paid toward orders whose envelopes are not open yet */
                orders: components["schemas"]["Amount"];
                /** @description Payouts on their way */
                payouts: components["schemas"]["Amount"];
                /** @description Money whose sender nobody has proven to be */
                unmatched: components["schemas"]["Amount"];
                /** @description The operator's own */
                fees: components["schemas"]["Amount"];
                /** @description All of these */
                total: components["schemas"]["Amount"];
            };
            /** @description The root of the tree of people's balances; null where nobody has any. Statements that were made before there was one lack it */
            tree?: {
                /** @description SHA-256 in hex */
                hash: string;
                /** @description Of all leaves; the same as owed.people */
                sum: components["schemas"]["Amount"];
            } | null;
        };
        /** @description Four leaves whose amounts are the person's balance; at most 8 kB */
        SolvencyProof: {
            /** @description Of the statement */
            number: number;
            coinType: components["schemas"]["CoinType"];
            tgUserId: number;
            leaves: {
                /** @description From the left */
                position: number;
                amount: components["schemas"]["Amount"];
                /** @description 16 bytes in hex */
                nonce: string;
                /** @description Base64 of the nodes beside the way to the root, the lowest first: of each its hash (32 bytes) and its sum (16 bytes, the highest first) */
                path: string;
            }[];
        };
        ClaimStatic: {
            coinType: components["schemas"]["CoinType"];
            totalReceivedAmount: components["schemas"]["Amount"];
            receivedQuantity: number;
            paidOutAmount: components["schemas"]["Amount"];
            bestLuckCount: number;
            /** @description Every coin of which the caller claimed something or others claimed something from the caller, also one that is switched off */
            coinTypes: components["schemas"]["CoinType"][];
        };
        Fairness: {
            envelopeId: components["schemas"]["Id"];
            /** @description SHA-256 in hex of the canonical JSON { envelopeId, salt, shares }; null until opened */
            commitment: string | null;
            /** @description null until the envelope has ended */
            revealed: {
                /** @description 32 bytes in hex */
                salt: string;
                /** @description In slot order */
                shares: components["schemas"]["Amount"][];
            } | null;
        };
        /** @description Either totalAmount or singleAmount; singleAmount only with ordinary */
        SendRedEnvelopeBody: {
            type: components["schemas"]["EnvelopeType"];
            coinType: components["schemas"]["CoinType"];
            count: number;
            totalAmount?: components["schemas"]["RequestAmount"];
            singleAmount?: components["schemas"]["RequestAmount"];
            passphrase?: components["schemas"]["Passphrase"];
            /** @description Empty: the text of messageId is shown, in the reader's language */
            remark?: string;
            coverId?: components["schemas"]["CoverId"];
            messageId?: components["schemas"]["MessageId"];
            chatIds?: components["schemas"]["ChatId"][];
            /** @description Left out: passphrase. members needs chatIds, and the bot as an administrator of each chat */
            claimRule?: components["schemas"]["ClaimRule"];
            /** @description Left out: instant. together only with luckyDraw */
            drawRule?: components["schemas"]["DrawRule"];
            /**
             * @description Only with together. Left out: 300
             * @enum {integer}
             */
            drawWindowS?: 15 | 60 | 300;
            /** @description Groups and channels of which people have to be members besides */
            requiredChatIds?: components["schemas"]["ChatId"][];
        };
        /** @description Compared by its key, in which spaces, punctuation, quotes, hidden signs, case and the script of digits do not count. One that is sent has 6 to 32 code points, no control characters, and a key of at least 4, or of 6 where it has only letters and digits of alphabets; one that is tried has a key of 4 to 32 */
        Passphrase: string;
        /** @description The passphrase, or the envelope alone where members open it by a tap */
        AcceptRedEnvelopeBody: {
            passphrase?: components["schemas"]["Passphrase"];
            envelopeId?: components["schemas"]["Id"];
        };
        EnvelopeIdBody: {
            envelopeId: components["schemas"]["Id"];
        };
        ThankBody: {
            envelopeId: components["schemas"]["Id"];
            /** @description null takes it back */
            reaction: components["schemas"]["Reaction"] | null;
        };
        Ranking: {
            items: components["schemas"]["RankingPlace"][];
            me: components["schemas"]["RankingPlace"] | null;
        };
        RankingPlace: {
            rank: number;
            name: string;
            url: string | null;
            valueUsdt: components["schemas"]["Amount"];
        };
        /** @enum {string} */
        CoverId: "lunarNewYear" | "tet" | "khmerNewYear" | "eid" | "wedding" | "birthday" | "thankYou" | "goodLuck";
        /** @enum {string} */
        MessageId: "goodLuck" | "newYear" | "eid" | "wedding" | "birthday" | "thankYou" | "congratulations" | "goodHealth";
        Cover: {
            coverId: components["schemas"]["CoverId"];
            /** @description In the language of the header */
            title: string;
            /** @description Path on the app's own origin */
            imageUrl: string;
            inUse: boolean;
        };
        CopyText: {
            messageId: components["schemas"]["MessageId"];
            /** @description In the language of the header */
            title: string;
            /** @description In the language of the header */
            text: string;
            inUse: boolean;
        };
        CoverAndMessage: {
            coverId: components["schemas"]["CoverId"];
            messageId: components["schemas"]["MessageId"];
        };
        UpdateCoverBody: {
            coverId: components["schemas"]["CoverId"];
        };
        UpdateMessageBody: {
            messageId: components["schemas"]["MessageId"];
        };
        /** @enum {string} */
        OrderStatus: "awaitingPayment" | "partiallyPaid" | "confirming" | "paid" | "cancelled" | "expired";
        Order: {
            orderId: components["schemas"]["Id"];
            status: components["schemas"]["OrderStatus"];
            coinType: components["schemas"]["CoinType"];
            amount: components["schemas"]["Amount"];
            paidAmount: components["schemas"]["Amount"];
            treasuryAddress: string;
            /** @description The wallet it is to be paid from; null when only the in-app balance can pay it */
            fromAddress: string | null;
            network: components["schemas"]["Network"];
            reference: string | null;
            /** @description The newest payment of it that was seen on the chain */
            txHash: string | null;
            /** @description The newest hash that was reported to pay it; perhaps on no chain */
            reportedTxHash: string | null;
            confirmations: number;
            requiredConfirmations: number;
            explorerTx: components["schemas"]["ExplorerTx"];
            expiresAt: components["schemas"]["Time"];
            /** @description Open after expiresAt: no payment may be started, and one that was sent in time still counts */
            isOverdue: boolean;
            /** @description The owner's live code; null under a payment code */
            externalPaymentCode: string | null;
            paymentUrl: string | null;
            envelopeIds: components["schemas"]["Id"][];
            owner: components["schemas"]["OrderOwner"];
            purchase: components["schemas"]["Purchase"];
            life?: components["schemas"]["Life"];
        };
        /** @description What became of an envelope, order or payout, and where its money is; only for its owner, and only in answers about it alone */
        Life: {
            /** @description Its states, the present one last */
            history: components["schemas"]["LifeStep"][];
            /** @description The state that is to come, at the latest at its time; null at the end */
            next: components["schemas"]["LifeStep"] | null;
            sums?: components["schemas"]["LifeSums"];
        };
        StatusChange: {
            /** @description null where it began, or where what was before is not known */
            from: string | null;
            /** @description As docs/charts name it; null together with from */
            event: string | null;
            to: string;
            /**
             * Format: date-time
             * @description null where it is not known
             */
            at: string | null;
        };
        LifeStep: {
            /** @description A status of the thing */
            state: string;
            /**
             * Format: date-time
             * @description null where it is not known
             */
            at: string | null;
        };
        /** @description Of an envelope: funded is the sum of the others */
        LifeSums: {
            funded: components["schemas"]["Amount"];
            claimed: components["schemas"]["Amount"];
            remaining: components["schemas"]["Amount"];
            refunded: components["schemas"]["Amount"];
        };
        /** @description The account that a payment code belongs to */
        OrderOwner: {
            /** @description Display name */
            name: string;
            username: string | null;
            tgUserId: number;
        };
        /** @description What the order pays for: envelopes that differ only in their chat */
        Purchase: {
            type: components["schemas"]["EnvelopeType"];
            /** @description Shares of each envelope */
            count: number;
            /** @description Of each envelope */
            totalAmount: components["schemas"]["Amount"];
            envelopeCount: number;
            remark: string | null;
            /** @description Of the chats that the envelopes are for */
            chatTitles: string[];
        };
        PaymentRequest: {
            orderId: components["schemas"]["Id"];
            coinType: components["schemas"]["CoinType"];
            network: components["schemas"]["Network"];
            from: string;
            /** @description false asks for the free signature first */
            fromProven: boolean;
            /** @description Whether that signature blocks withdrawals of the coin for a day: another wallet of its type was proven before */
            proofBlocksSpending: boolean;
            to: string;
            /** @description What is still due */
            amount: components["schemas"]["Amount"];
            /** @description The most that the network can charge */
            maxFee: components["schemas"]["Amount"];
            /** @description On-chain balance of from */
            balance: components["schemas"]["Amount"];
            /** @description What the payment carries to name its order */
            reference: string | null;
            expiresAt: components["schemas"]["Time"];
            /** @description Left out where the paid coin itself pays the gas */
            gas?: components["schemas"]["PaymentGas"];
            signing: components["schemas"]["PaymentSigning"];
        };
        /** @description What goes with the payment in the network's own coin; most of it comes back */
        PaymentGas: {
            coinType: components["schemas"]["CoinType"];
            attached: components["schemas"]["Amount"];
            /** @description What the wallet has of it */
            balance: components["schemas"]["Amount"];
        };
        /** @description Exactly what the wallet signs */
        PaymentSigning: components["schemas"]["EvmSigning"] | components["schemas"]["SolanaSigning"] | components["schemas"]["TronSigning"] | components["schemas"]["TonSigning"];
        EvmSigning: {
            /** @constant */
            kind: "evm";
            /** @description Parameter of eth_sendTransaction as it is */
            transaction: {
                from: string;
                to: string;
                value: components["schemas"]["HexQuantity"];
                gas: components["schemas"]["HexQuantity"];
                maxFeePerGas: components["schemas"]["HexQuantity"];
                maxPriorityFeePerGas: components["schemas"]["HexQuantity"];
                chainId: components["schemas"]["HexQuantity"];
            };
        };
        SolanaSigning: {
            /** @constant */
            kind: "solana";
            /** @description The unsigned transaction in base64 */
            transaction: string;
        };
        TronSigning: {
            /** @constant */
            kind: "tron";
            /** @description The unsigned transaction as TronWeb signs it */
            transaction: {
                [key: string]: unknown;
            };
        };
        TonSigning: {
            /** @constant */
            kind: "ton";
            /** @description Parameter of TON Connect's sendTransaction as it is */
            request: {
                [key: string]: unknown;
            };
        };
        HexQuantity: string;
        PaymentCode: {
            externalPaymentCode: string;
            /**
             * Format: uri
             * @description The code is in the fragment
             */
            paymentUrl: string;
            expiresAt: components["schemas"]["Time"];
        };
        PaymentCodeBody: {
            /** @description The code only proves one wallet of this type */
            proveType?: components["schemas"]["WalletType"];
        };
        ProofRequest: {
            type: components["schemas"]["WalletType"];
            /** @description null while its chain cannot be reached */
            network: components["schemas"]["Network"] | null;
            owner: components["schemas"]["OrderOwner"];
            /** @description Of the bound wallet of this type, the only one that can be proven; null: any can be */
            address: string | null;
            /** @description Whether the bound wallet is proven */
            proven: boolean;
            /** @description Whether the proof blocks withdrawals of the coin for a day: another wallet of the type was proven before */
            proofBlocksSpending: boolean;
            expiresAt: components["schemas"]["Time"];
        };
        Handoff: {
            /**
             * Format: uri
             * @description The code is in the fragment
             */
            handoffUrl: string;
            expiresAt: components["schemas"]["Time"];
        };
        RedeemHandoffBody: {
            handoffCode: string;
        };
        OrderIdBody: {
            orderId: components["schemas"]["Id"];
        };
        SubmitPaymentBody: {
            orderId: components["schemas"]["Id"];
            txHash: string;
        };
        PayFromBalanceBody: {
            orderId: components["schemas"]["Id"];
            securityCode: components["schemas"]["SecurityCode"];
        };
    };
    responses: {
        /** @description ok */
        Alive: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    code: components["schemas"]["SuccessCode"];
                    msg: string;
                    data: null;
                };
            };
        };
        /** @description Bad request */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unauthorized */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Forbidden; Retry-After of membersOnly says when the messenger is asked again */
        Forbidden: {
            headers: {
                /** @description Seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not found */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Conflict */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Gone */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Locked */
        Locked: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many tries; Retry-After says when to come back */
        TooManyTries: {
            headers: {
                /** @description Seconds */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many codes; Retry-After says when to come back */
        TooManyCodes: {
            headers: {
                /** @description Seconds */
                "Retry-After": number;
                /** @description Until when a code can be typed that went to this very address a short time ago; left out where there is none */
                "x-code-expires-at"?: components["schemas"]["Time"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unavailable; Retry-After, where it is sent, says when to come back */
        Unavailable: {
            headers: {
                /** @description Seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
        Language: string;
        /** @description A retry with the same key gets the first success again for 24 hours; a failure is not kept. While the first try runs the answer is serviceUnavailable with Retry-After */
        IdempotencyKey: string;
        /** @description nextCursor of the page before */
        Cursor: string;
        Limit: number;
        CoinType: components["schemas"]["CoinType"];
        CoinTypeOptional: components["schemas"]["CoinType"];
        RecordStatusOptional: components["schemas"]["RecordStatus"];
        OrderId: components["schemas"]["Id"];
        /** @description Required under a payment code */
        OrderIdOptional: components["schemas"]["Id"];
        PayoutIdOptional: components["schemas"]["Id"];
        /** @description `take`: the caller plays the opening of a claim that was made in a chat, where `hasOpening` says that it is still to be seen */
        Opening: "take";
        EnvelopeId: components["schemas"]["Id"];
        PairCode: string;
        Account: string;
        /** @description The wallet that pays */
        PayerQuery: string;
        AmountQuery: components["schemas"]["RequestAmount"];
        Period: "week" | "all";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    telegramAuth: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TelegramAuthBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            /** @description Opaque bearer */
                            token: string;
                            expiresAt: components["schemas"]["Time"];
                            /** @description This login made the account */
                            isNewUser: boolean;
                            userItem: components["schemas"]["UserItem"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    telegramLogout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    getUserInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            userItem: components["schemas"]["UserItem"];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    getLang: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            lang: components["schemas"]["Lang"];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    setLang: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetLangBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            lang: components["schemas"]["Lang"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    accountAmountInfo: {
        parameters: {
            query: {
                coinType: components["parameters"]["CoinType"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["AccountAmountInfo"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    paymentCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentCodeBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["PaymentCode"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
        };
    };
    handoffCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderIdBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["Handoff"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            userItem: components["schemas"]["UserItem"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    accountDeletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            obstacles: components["schemas"]["DeletionObstacle"][];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAccountBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
        };
    };
    updateEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEmailBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            userItem: components["schemas"]["UserItem"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
        };
    };
    changeSecurityCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSecurityCodeBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
        };
    };
    recoverSecurityCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverSecurityCodeBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyTries"];
        };
    };
    sendVerificationCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendVerificationCodeBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            resendAfterSeconds: number;
                            expiresAt: components["schemas"]["Time"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyCodes"];
            503: components["responses"]["Unavailable"];
        };
    };
    systemInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["SystemInfo"];
                    };
                };
            };
        };
    };
    solvency: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["SolvencyStatement"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                            /** @description Ed25519, 32 bytes in hex: signs the statements to come; null where none are made */
                            publicKey: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
        };
    };
    drawKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            keys: components["schemas"]["DrawKey"][];
                        };
                    };
                };
            };
        };
    };
    drawRoot: {
        parameters: {
            query: {
                round: components["schemas"]["Round"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            /** @description null where there is none: no draw has this round, its entries are not closed yet, or a year has passed */
                            root: components["schemas"]["DrawRoot"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
        };
    };
    systemHistory: {
        parameters: {
            query?: {
                orderId?: components["schemas"]["Id"];
                envelopeId?: components["schemas"]["Id"];
                payoutId?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["StatusChange"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    chatList: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["Chat"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    chatRights: {
        parameters: {
            query: {
                /** @description Up to 23 of them with commas between */
                chatIds: string;
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            /** @description Each chat once, in the order asked */
                            items: components["schemas"]["ChatRights"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    chatSize: {
        parameters: {
            query: {
                chatId: components["schemas"]["ChatId"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["ChatSize"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    requestChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            /** @description For the messenger's `requestChat`; null when it prepares none; the link that adds the bot serves then */
                            requestId: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    coinPrice: {
        parameters: {
            query?: {
                code?: components["parameters"]["PairCode"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            code: string;
                            price: components["schemas"]["Amount"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyTries"];
        };
    };
    antiFraudQuery: {
        parameters: {
            query: {
                account: components["parameters"]["Account"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            account: string;
                            /** @enum {string} */
                            verdict: "official" | "reported" | "unknown";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    antiFraudReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AntiFraudReportBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    walletList: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["Wallet"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                            /** @description Of which a wallet can be bound: those of open coins, and of others that the caller has a balance of and that are paid out */
                            openTypes: components["schemas"]["WalletType"][];
                            /** @description Of which a proof blocks withdrawals of the coin for a day: another wallet of the type was proven before */
                            blockingTypes: components["schemas"]["WalletType"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    walletChallenge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletChallengeBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["Challenge"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    proofRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["ProofRequest"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyTries"];
        };
    };
    bindWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindWalletBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            wallet: components["schemas"]["Wallet"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    unbindWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnbindWalletBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
        };
    };
    walletBalance: {
        parameters: {
            query: {
                coinType: components["parameters"]["CoinType"];
                /** @description Required under a payment code */
                orderId?: components["parameters"]["OrderIdOptional"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["Balance"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    payoutQuote: {
        parameters: {
            query: {
                coinType: components["parameters"]["CoinType"];
                amount: components["parameters"]["AmountQuery"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["PayoutQuote"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    payout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
                /** @description A retry with the same key gets the first success again for 24 hours; a failure is not kept. While the first try runs the answer is serviceUnavailable with Retry-After */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            payout: components["schemas"]["Payout"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    payouts: {
        parameters: {
            query?: {
                coinType?: components["parameters"]["CoinTypeOptional"];
                payoutId?: components["parameters"]["PayoutIdOptional"];
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["Payout"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    depositInfo: {
        parameters: {
            query: {
                coinType: components["parameters"]["CoinType"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["DepositInfo"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    depositRequest: {
        parameters: {
            query: {
                coinType: components["parameters"]["CoinType"];
                amount: components["parameters"]["AmountQuery"];
                /** @description The wallet that pays */
                from: components["parameters"]["PayerQuery"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["DepositRequest"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    movements: {
        parameters: {
            query?: {
                coinType?: components["parameters"]["CoinTypeOptional"];
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["Movement"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    solvencyProof: {
        parameters: {
            query: {
                coinType: components["parameters"]["CoinType"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        /** @description null where the caller had nothing of the coin at that moment, or no statement has a tree yet */
                        data: components["schemas"]["SolvencyProof"] | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    cancelPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutIdBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            payout: components["schemas"]["Payout"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
        };
    };
    autoPayoutList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["AutoPayout"][];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    autoPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoPayoutBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
        };
    };
    sendRedEnvelope: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
                /** @description A retry with the same key gets the first success again for 24 hours; a failure is not kept. While the first try runs the answer is serviceUnavailable with Retry-After */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRedEnvelopeBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            envelopes: components["schemas"]["Envelope"][];
                            order: components["schemas"]["Order"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptRedEnvelope: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptRedEnvelopeBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            /** @description null in a draw for all that is not settled, or that was lost */
                            claim: components["schemas"]["Claim"] | null;
                            /** @description null where each claim takes its share at once */
                            entry: components["schemas"]["Entry"] | null;
                            envelope: components["schemas"]["Envelope"];
                            /** @description Also of an entry */
                            alreadyClaimed: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    entry: {
        parameters: {
            query: {
                envelopeId: components["parameters"]["EnvelopeId"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            entry: components["schemas"]["Entry"];
                            claim: components["schemas"]["Claim"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    evidence: {
        parameters: {
            query: {
                envelopeId: components["parameters"]["EnvelopeId"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["DrawEvidence"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    claimDetail: {
        parameters: {
            query: {
                envelopeId: components["parameters"]["EnvelopeId"];
                /** @description `take`: the caller plays the opening of a claim that was made in a chat, where `hasOpening` says that it is still to be seen */
                opening?: components["parameters"]["Opening"];
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            envelope: components["schemas"]["Envelope"];
                            claims: components["schemas"]["Claim"][];
                            /** @description The caller claimed in a chat and has not seen the envelope open: true for one answer to `opening=take`, which its reader plays. False in every other answer. */
                            hasOpening: boolean;
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    history: {
        parameters: {
            query?: {
                coinType?: components["parameters"]["CoinTypeOptional"];
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["ReceivedClaim"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                            /** @description Sum over all the claims that match; null when they are in several coins */
                            totalReceivedAmount: string | null;
                            /** @description The same sum for each coin that was received, the most often received first */
                            receivedByCoin: components["schemas"]["ReceivedSum"][];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    allSendRecords: {
        parameters: {
            query?: {
                coinType?: components["parameters"]["CoinTypeOptional"];
                recordStatus?: components["parameters"]["RecordStatusOptional"];
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["Envelope"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    claimStaticBashboard: {
        parameters: {
            query: {
                coinType: components["parameters"]["CoinType"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["ClaimStatic"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    envelopeFairness: {
        parameters: {
            query: {
                envelopeId: components["parameters"]["EnvelopeId"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["Fairness"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    shareEnvelope: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnvelopeIdBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            /** @description null when the messenger refuses to prepare one; the link serves then */
                            preparedMessageId: string | null;
                            /** Format: uri */
                            shareUrl: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
        };
    };
    closeEnvelope: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnvelopeIdBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            envelope: components["schemas"]["Envelope"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    thankSender: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThankBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            claim: components["schemas"]["Claim"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    getGroupRanking: {
        parameters: {
            query?: {
                period?: components["parameters"]["Period"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["Ranking"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    getUserRanking: {
        parameters: {
            query?: {
                period?: components["parameters"]["Period"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["Ranking"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    coverList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            coverImgs: components["schemas"]["Cover"][];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    textList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            coverImgs: components["schemas"]["CopyText"][];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    redEnvelopeCoverAndMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["CoverAndMessage"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    updateRedEnvelopeCover: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCoverBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["CoverAndMessage"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    updateRedEnvelopeMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMessageBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["CoverAndMessage"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyTries"];
        };
    };
    unpaidList: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: components["parameters"]["Cursor"];
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            items: components["schemas"]["Order"][];
                            total: components["schemas"]["Total"];
                            nextCursor: components["schemas"]["NextCursor"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyTries"];
        };
    };
    redeemHandoff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemHandoffBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["PaymentCode"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyTries"];
        };
    };
    orderDetail: {
        parameters: {
            query: {
                orderId: components["parameters"]["OrderId"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            order: components["schemas"]["Order"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyTries"];
        };
    };
    paymentRequest: {
        parameters: {
            query: {
                orderId: components["parameters"]["OrderId"];
            };
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: components["schemas"]["PaymentRequest"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
                /** @description A retry with the same key gets the first success again for 24 hours; a failure is not kept. While the first try runs the answer is serviceUnavailable with Retry-After */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitPaymentBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            order: components["schemas"]["Order"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    payFromBalance: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
                /** @description A retry with the same key gets the first success again for 24 hours; a failure is not kept. While the first try runs the answer is serviceUnavailable with Retry-After */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayFromBalanceBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            order: components["schemas"]["Order"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyTries"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Lower-case locale of msg, e.g. zh-cn; anything unknown means en */
                language?: components["parameters"]["Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderIdBody"];
            };
        };
        responses: {
            /** @description ok */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        msg: string;
                        data: {
                            order: components["schemas"]["Order"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyTries"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Alive"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Alive"];
            503: components["responses"]["Unavailable"];
        };
    };
}
