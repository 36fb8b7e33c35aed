// Dimensions, transportations and datatypes of IEEE 1516.1-2010's MOM and initialization module.
#include "fom/mim.hpp"

namespace orrery::rti {

const std::string_view mim_tables = R"mim(
<dimensions>
 <dimension name="HLAfederate" dataType="HLAnormalizedFederateHandle" normalization="Normalize Federate Handle service"
  value="Excluded"/>
 <dimension name="HLAserviceGroup" dataType="HLAnormalizedServiceGroup" upperBound="7"
  normalization="Normalize Service Group service" value="Excluded"/>
</dimensions>
<transportations>
 <transportation name="HLAreliable" reliable="Yes"/>
 <transportation name="HLAbestEffort" reliable="No"/>
</transportations>
<dataTypes>
 <basicDataRepresentations>
  <basicData name="HLAinteger16BE" size="16" endian="Big"/>
  <basicData name="HLAinteger32BE" size="32" endian="Big"/>
  <basicData name="HLAinteger64BE" size="64" endian="Big"/>
  <basicData name="HLAfloat32BE" size="32" endian="Big"/>
  <basicData name="HLAfloat64BE" size="64" endian="Big"/>
  <basicData name="HLAoctetPairBE" size="16" endian="Big"/>
  <basicData name="HLAinteger16LE" size="16" endian="Little"/>
  <basicData name="HLAinteger32LE" size="32" endian="Little"/>
  <basicData name="HLAinteger64LE" size="64" endian="Little"/>
  <basicData name="HLAfloat32LE" size="32" endian="Little"/>
  <basicData name="HLAfloat64LE" size="64" endian="Little"/>
  <basicData name="HLAoctetPairLE" size="16" endian="Little"/>
  <basicData name="HLAoctet" size="8" endian="Big"/>
 </basicDataRepresentations>
 <simpleDataTypes>
  <simpleData name="HLAASCIIchar" representation="HLAoctet"/>
  <simpleData name="HLAunicodeChar" representation="HLAoctetPairBE"/>
  <simpleData name="HLAbyte" representation="HLAoctet"/>
  <simpleData name="HLAcount" representation="HLAinteger32BE"/>
  <simpleData name="HLAseconds" representation="HLAinteger32BE" units="s"/>
  <simpleData name="HLAmsec" representation="HLAinteger32BE" units="ms"/>
  <simpleData name="HLAnormalizedFederateHandle" representation="HLAinteger32BE"/>
  <simpleData name="HLAindex" representation="HLAinteger32BE"/>
  <simpleData name="HLAinteger64Time" representation="HLAinteger64BE" resolution="1"/>
  <simpleData name="HLAfloat64Time" representation="HLAfloat64BE" resolution="4.9E-308"/>
 </simpleDataTypes>
 <enumeratedDataTypes>
  <enumeratedData name="HLAboolean" representation="HLAinteger32BE">
   <enumerator name="HLAfalse" value="0"/>
   <enumerator name="HLAtrue" value="1"/>
  </enumeratedData>
  <enumeratedData name="HLAfederateState" representation="HLAinteger32BE">
   <enumerator name="ActiveFederate" value="1"/>
   <enumerator name="FederateSaveInProgress" value="3"/>
   <enumerator name="FederateRestoreInProgress" value="5"/>
  </enumeratedData>
  <enumeratedData name="HLAtimeState" representation="HLAinteger32BE">
   <enumerator name="TimeGranted" value="0"/>
   <enumerator name="TimeAdvancing" value="1"/>
  </enumeratedData>
  <enumeratedData name="HLAownership" representation="HLAinteger32BE">
   <enumerator name="Unowned" value="0"/>
   <enumerator name="Owned" value="1"/>
  </enumeratedData>
  <enumeratedData name="HLAresignAction" representation="HLAinteger32BE">
   <enumerator name="DivestOwnership" value="1"/>
   <enumerator name="DeleteObjectInstances" value="2"/>
   <enumerator name="CancelPendingAcquisitions" value="3"/>
   <enumerator name="DeleteObjectInstancesThenDivestOwnership" value="4"/>
   <enumerator name="CancelPendingAcquisitionsThenDeleteObjectInstancesThenDivestOwnership" value="5"/>
   <enumerator name="NoAction" value="6"/>
  </enumeratedData>
  <enumeratedData name="HLAorderType" representation="HLAinteger32BE">
   <enumerator name="Receive" value="0"/>
   <enumerator name="TimeStamp" value="1"/>
  </enumeratedData>
  <enumeratedData name="HLAswitch" representation="HLAinteger32BE">
   <enumerator name="Enabled" value="1"/>
   <enumerator name="Disabled" value="0"/>
  </enumeratedData>
  <enumeratedData name="HLAsynchPointStatus" representation="HLAinteger32BE">
   <enumerator name="NoActivity" value="0"/>
   <enumerator name="AttemptingToRegisterSynchPoint" value="1"/>
   <enumerator name="MovingToSynchPoint" value="2"/>
   <enumerator name="WaitingForRestOfFederation" value="3"/>
  </enumeratedData>
  <enumeratedData name="HLAnormalizedServiceGroup" representation="HLAinteger32BE">
   <enumerator name="FederationManagement" value="0"/>
   <enumerator name="DeclarationManagement" value="1"/>
   <enumerator name="ObjectManagement" value="2"/>
   <enumerator name="OwnershipManagement" value="3"/>
   <enumerator name="TimeManagement" value="4"/>
   <enumerator name="DataDistributionManagement" value="5"/>
   <enumerator name="SupportServices" value="6"/>
  </enumeratedData>
 </enumeratedDataTypes>
 <arrayDataTypes>
  <arrayData name="HLAASCIIstring" dataType="HLAASCIIchar" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAunicodeString" dataType="HLAunicodeChar" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAopaqueData" dataType="HLAbyte" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAtoken" dataType="HLAbyte" cardinality="0" encoding="HLAfixedArray"/>
  <arrayData name="HLAhandle" dataType="HLAbyte" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAtransportationName" dataType="HLAunicodeChar" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAupdateRateName" dataType="HLAunicodeChar" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAlogicalTime" dataType="HLAbyte" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAtimeInterval" dataType="HLAbyte" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAhandleList" dataType="HLAhandle" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAinteractionSubList" dataType="HLAinteractionSubscription" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAargumentList" dataType="HLAunicodeString" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAobjectClassBasedCounts" dataType="HLAobjectClassBasedCount" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAinteractionCounts" dataType="HLAinteractionCount" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAsynchPointList" dataType="HLAunicodeString" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAsynchPointFederateList" dataType="HLAsynchPointFederate" cardinality="Dynamic" encoding="HLAvariableArray"/>
  <arrayData name="HLAmoduleDesignatorList" dataType="HLAunicodeString" cardinality="Dynamic" encoding="HLAvariableArray"/>
 </arrayDataTypes>
 <fixedRecordDataTypes>
  <fixedRecordData name="HLAinteractionSubscription" encoding="HLAfixedRecord">
   <field name="HLAinteractionClass" dataType="HLAhandle"/>
   <field name="HLAactive" dataType="HLAboolean"/>
  </fixedRecordData>
  <fixedRecordData name="HLAobjectClassBasedCount" encoding="HLAfixedRecord">
   <field name="HLAobjectClass" dataType="HLAhandle"/>
   <field name="HLAcount" dataType="HLAcount"/>
  </fixedRecordData>
  <fixedRecordData name="HLAinteractionCount" encoding="HLAfixedRecord">
   <field name="HLAinteractionClass" dataType="HLAhandle"/>
   <field name="HLAinteractionCount" dataType="HLAcount"/>
  </fixedRecordData>
  <fixedRecordData name="HLAsynchPointFederate" encoding="HLAfixedRecord">
   <field name="HLAfederate" dataType="HLAhandle"/>
   <field name="HLAfederateSynchStatus" dataType="HLAsynchPointStatus"/>
  </fixedRecordData>
 </fixedRecordDataTypes>
</dataTypes>)mim";

}  // namespace orrery::rti
