// Loaded before a program that must not outlive the process that started it, however that ends.
process.once("disconnect", () => process.exit());
process.channel?.unref();
