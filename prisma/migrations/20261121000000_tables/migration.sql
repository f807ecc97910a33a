-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "email_confirmed_at" TIMESTAMPTZ(3),
    "language_preference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "door" TEXT NOT NULL,
    "org_id" UUID,
    "affiliate_org_id" UUID,
    "user_agent" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "one_time_token" (
    "token_hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "org_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "redirect_to" TEXT,

    CONSTRAINT "one_time_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "worker_process" (
    "worker_id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_process_pkey" PRIMARY KEY ("worker_id")
);

-- CreateTable
CREATE TABLE "organization" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'Europe/Berlin',
    "default_currency" TEXT NOT NULL DEFAULT 'EUR',
    "trial_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "org_member" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "org_member_pkey" PRIMARY KEY ("org_id","user_id")
);

-- CreateTable
CREATE TABLE "affiliate" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'invited',
    "user_id" UUID NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "affiliate_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "affiliate_term" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "affiliate_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "cadence" TEXT NOT NULL,
    "rev_share_bp" INTEGER,
    "fixed_amount" BIGINT,
    "currency" TEXT NOT NULL,
    "start_date" DATE NOT NULL,
    "status" TEXT NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "affiliate_term_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "lead" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "affiliate_id" UUID,
    "company_name" TEXT NOT NULL,
    "contact_person" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "notes" TEXT,
    "status" TEXT NOT NULL DEFAULT 'new',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "deal" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "lead_id" UUID NOT NULL,
    "affiliate_id" UUID,
    "term_id" UUID,
    "title" TEXT NOT NULL,
    "deal_type" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "commission_amount" BIGINT NOT NULL,
    "commission_currency" TEXT NOT NULL,
    "commission_trace" JSONB NOT NULL,
    "commission_paid" BOOLEAN NOT NULL DEFAULT false,
    "payment_date" DATE,
    "receipt_url" TEXT,
    "close_date" DATE NOT NULL,
    "mrr" BIGINT,
    "contract_duration_months" INTEGER,
    "contract_start_date" DATE,
    "contract_end_date" DATE,
    "submission_id" UUID,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deal_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "commission_payment" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deal_id" UUID NOT NULL,
    "affiliate_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "period_start" DATE NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "paid_date" DATE,
    "receipt_url" TEXT,

    CONSTRAINT "commission_payment_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "notification" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "affiliate_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "org_id" UUID NOT NULL DEFAULT (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid,
    "id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" UUID NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "one_time_token_user_id_idx" ON "one_time_token"("user_id");

-- CreateIndex
CREATE INDEX "one_time_token_expires_at_idx" ON "one_time_token"("expires_at");

-- CreateIndex
CREATE INDEX "org_member_user_id_idx" ON "org_member"("user_id");

-- CreateIndex
CREATE INDEX "affiliate_user_id_idx" ON "affiliate"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "affiliate_org_id_email_key" ON "affiliate"("org_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "affiliate_term_org_id_affiliate_id_version_key" ON "affiliate_term"("org_id", "affiliate_id", "version");

-- CreateIndex
CREATE INDEX "lead_org_id_status_created_at_idx" ON "lead"("org_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "lead_org_id_affiliate_id_created_at_idx" ON "lead"("org_id", "affiliate_id", "created_at");

-- CreateIndex
CREATE INDEX "deal_org_id_lead_id_idx" ON "deal"("org_id", "lead_id");

-- CreateIndex
CREATE INDEX "deal_org_id_affiliate_id_created_at_idx" ON "deal"("org_id", "affiliate_id", "created_at");

-- CreateIndex
CREATE INDEX "deal_org_id_commission_paid_payment_date_idx" ON "deal"("org_id", "commission_paid", "payment_date");

-- CreateIndex
CREATE UNIQUE INDEX "deal_org_id_submission_id_key" ON "deal"("org_id", "submission_id");

-- CreateIndex
CREATE INDEX "commission_payment_org_id_status_period_start_idx" ON "commission_payment"("org_id", "status", "period_start");

-- CreateIndex
CREATE INDEX "commission_payment_org_id_affiliate_id_period_start_idx" ON "commission_payment"("org_id", "affiliate_id", "period_start");

-- CreateIndex
CREATE UNIQUE INDEX "commission_payment_org_id_deal_id_period_start_key" ON "commission_payment"("org_id", "deal_id", "period_start");

-- CreateIndex
CREATE INDEX "notification_org_id_affiliate_id_created_at_idx" ON "notification"("org_id", "affiliate_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoint_org_id_key" ON "webhook_endpoint"("org_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_org_id_created_at_idx" ON "webhook_delivery"("org_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_log_org_id_created_at_idx" ON "audit_log"("org_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_log_org_id_entity_id_created_at_idx" ON "audit_log"("org_id", "entity_id", "created_at");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_member" ADD CONSTRAINT "org_member_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_member" ADD CONSTRAINT "org_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate_term" ADD CONSTRAINT "affiliate_term_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate_term" ADD CONSTRAINT "affiliate_term_org_id_affiliate_id_fkey" FOREIGN KEY ("org_id", "affiliate_id") REFERENCES "affiliate"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead" ADD CONSTRAINT "lead_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead" ADD CONSTRAINT "lead_org_id_affiliate_id_fkey" FOREIGN KEY ("org_id", "affiliate_id") REFERENCES "affiliate"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal_org_id_lead_id_fkey" FOREIGN KEY ("org_id", "lead_id") REFERENCES "lead"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal_org_id_affiliate_id_fkey" FOREIGN KEY ("org_id", "affiliate_id") REFERENCES "affiliate"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal_org_id_term_id_fkey" FOREIGN KEY ("org_id", "term_id") REFERENCES "affiliate_term"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_payment" ADD CONSTRAINT "commission_payment_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_payment" ADD CONSTRAINT "commission_payment_org_id_deal_id_fkey" FOREIGN KEY ("org_id", "deal_id") REFERENCES "deal"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_payment" ADD CONSTRAINT "commission_payment_org_id_affiliate_id_fkey" FOREIGN KEY ("org_id", "affiliate_id") REFERENCES "affiliate"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_org_id_affiliate_id_fkey" FOREIGN KEY ("org_id", "affiliate_id") REFERENCES "affiliate"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_org_id_endpoint_id_fkey" FOREIGN KEY ("org_id", "endpoint_id") REFERENCES "webhook_endpoint"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE RESTRICT ON UPDATE CASCADE;
