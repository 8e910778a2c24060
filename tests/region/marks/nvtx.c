/* SPDX-License-Identifier: BSD-3-Clause */
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <string.h>

int
main (void)
{
    nvtxDomainHandle_t domain = nvtxDomainCreateA ("domain");
    nvtxStringHandle_t kept = nvtxDomainRegisterStringA (domain, "registered");
    nvtxEventAttributes_t attributes;
    int levels = 0;

    memset (&attributes, 0, sizeof attributes);
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    for (int i = 0; i < 3; i++) {
        nvtxRangeId_t id;

        levels += nvtxRangePushA ("outer");
        attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
        attributes.message.registered = kept;
        levels += nvtxDomainRangePushEx (domain, &attributes);
        nvtxDomainRangePop (domain);
        attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
        attributes.message.ascii = "ascii";
        levels += nvtxRangePushEx (&attributes);
        nvtxRangePop ();
        nvtxRangePushW (L"wide \u00e9");
        nvtxRangePop ();
        id = nvtxRangeStartA ("started");
        nvtxRangeEnd (id);
        nvtxRangePop ();
    }
    printf ("%d\n", levels);
    return 0;
}
